import js from "@eslint/js";

const BROWSER = [
  "AbortController", "Blob", "CompressionStream", "DOMPoint", "DecompressionStream", "Element", "Image", "Response", "TextDecoder", "TextEncoder", "URL", "URLSearchParams",
  "ResizeObserver", "Worker", "addEventListener", "atob", "btoa", "caches", "cancelAnimationFrame", "clearTimeout", "crypto", "document", "fetch", "history", "indexedDB", "innerHeight", "innerWidth",
  "localStorage", "sessionStorage", "location", "matchMedia", "navigator", "removeEventListener", "requestAnimationFrame", "setTimeout",
];

export default [
  js.configs.recommended,
  {
    files: ["app/*.js"],
    languageOptions: { globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])) },
    rules: {
      "no-unused-vars": ["error", { ignoreRestSiblings: true }], eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-shadow": "error", "no-param-reassign": "error", "no-implicit-coercion": "error", "no-unused-expressions": "error",
      "object-shorthand": "error", "no-else-return": "error", "no-useless-return": "error", "max-lines": ["error", 400], "max-params": ["error", 5],
    },
  },
];
