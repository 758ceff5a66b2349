"use strict";
// The service worker: after one visit the page works without a network.
const NAME = "titan-{{version}}";
const FILES = {{files}};
const COME = "titan-come"; // what the first visit's engine has fetched: it is not fetched again

async function keep() {
  const mode = registration.active ? "no-cache" : "force-cache"; // a first visit has the page; an update wants all of it new
  const [cache, come] = await Promise.all([caches.open(NAME), caches.open(COME)]);
  await Promise.all(FILES.map(async (name) => {
    const found = await come.match(name);
    await (found ? cache.put(name, found) : cache.add(new Request(name, { cache: mode })));
  }));
  await caches.delete(COME);
  await skipWaiting();
}

addEventListener("install", (event) => event.waitUntil(keep()));

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("titan-") && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const asked = event.request.mode === "navigate" ? "./" : event.request;
  event.respondWith(caches.match(asked, { ignoreSearch: true, cacheName: NAME }).then((found) => found || fetch(event.request)));
});
