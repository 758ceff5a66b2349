"use strict";
// Elements, and the pieces on the maps. Texts are set as text, never as markup.
const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);

function html(tag, className, words) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (words !== undefined) made.textContent = words;
  return made;
}

function draw(parent, tag, attributes, words) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  if (words !== undefined) made.textContent = words;
  parent.append(made);
  return made;
}

function group(parent, title, attributes) {
  const made = draw(parent, "g", { role: "img", ...attributes });
  draw(made, "title", {}, title);
  return made;
}

// Equal names together: "Ogre ×2, Lion".
function counted(names) {
  const tally = new Map();
  for (const name of names) tally.set(name, (tally.get(name) || 0) + 1);
  return [...tally].map(([name, many]) => (many > 1 ? `${name} ×${many}` : name)).join(", ");
}

class Pieces {
  constructor(data) {
    this.data = data;
  }

  name(index) {
    return this.data.characters[index][0];
  }

  contents([, , height, , known]) {
    const names = known.map((index) => this.name(index));
    if (known.length >= height) return counted(names) || "nothing";
    return names.length ? `${height} characters, among them ${counted(names)}` : `${height} characters, not known`;
  }

  // The Legions of a state on the Masterboard; the land of an Engagement is marked.
  legions(parent, facts, changed) {
    parent.replaceChildren();
    const here = new Map();
    for (const [key, legion] of facts) {
      if (!key.startsWith("L/")) continue;
      if (!here.has(legion[1])) here.set(legion[1], []);
      here.get(legion[1]).push([key.slice(2), legion]);
    }
    for (const [land, stack] of [...here].sort((one, two) => one[0] - two[0])) {
      if (new Set(stack.map(([, legion]) => legion[0])).size > 1) this.engagement(parent, land, facts.get("e") === land);
      this.stack(parent, land, stack, changed);
    }
  }

  engagement(parent, land, now) {
    const [, x, y, outline] = this.data.lands[land];
    const mark = group(parent, `Engagement in ${land}${now ? ", being resolved" : ""}`, { "data-engagement": land });
    draw(mark, "polygon", {
      points: outline, fill: "none", stroke: "#c00000", "stroke-width": now ? 7 : 5, "stroke-dasharray": now ? null : "9 5",
    });
    draw(mark, "ellipse", { cx: x, cy: y, rx: 40, ry: 21, fill: "#ffdf3d", stroke: "#c00000" });
  }

  stack(parent, land, stack, changed) {
    const [, x, y] = this.data.lands[land];
    const columns = stack.length > 2 ? 2 : 1;
    const scale = stack.length === 1 ? 1 : stack.length === 2 ? 0.7 : 0.6;
    const rows = Math.ceil(stack.length / columns);
    stack.forEach(([marker, legion], i) => {
      const down = (Math.floor(i / columns) - (rows - 1) / 2) * (27 * scale + 1);
      const aside = ((i % columns) - (columns - 1) / 2) * (62 * scale + 1);
      this.legion(parent, marker, legion, x + aside, y + down, scale, changed.has(`L/${marker}`));
    });
  }

  legion(parent, marker, legion, x, y, scale, changed) {
    const [color, land, height, , known] = legion;
    const [ground, letters] = this.data.colors[color];
    const made = group(parent, `${color}'s Legion ${marker} in ${land}, height ${height}: ${this.contents(legion)}`, {
      transform: `translate(${x},${y}) scale(${scale})`, "data-legion": marker, "data-land": land, "data-height": height,
      class: changed ? "changed" : null,
    });
    draw(made, "rect", { x: -31, y: -13.5, width: 62, height: 27, rx: 5, fill: ground, stroke: "#fff", "stroke-width": 1.5 });
    draw(made, "rect", { x: 13, y: -10.5, width: 15, height: 21, rx: 3, fill: "#fff", stroke: "#1b1b1b" });
    draw(made, "text", { x: -8.5, y: 6, "font-size": 16, "font-weight": "bold", "text-anchor": "middle", fill: letters }, marker);
    draw(made, "text", { x: 20.5, y: 6.5, "font-size": 18, "font-weight": "bold", "text-anchor": "middle", fill: "#1b1b1b" }, height);
    if (known.some((index) => this.name(index) === "Titan")) {
      draw(made, "path", {
        d: "M-9,5V-5L-4.5,0L0,-7L4.5,0L9,-5V5Z", transform: "translate(-38,-1)", fill: "#ffd21f", stroke: "#1b1b1b", "stroke-width": 1.4,
      });
    }
  }

  // Whether a battle has characters that are not on the board.
  waits(facts) {
    return ["A", "D"].some((key) => facts.get(key)[0].some(([, hex]) => !hex));
  }

  // The characters of a battle: on the board, and in a row under it those who are not.
  combatants(parent, facts) {
    parent.replaceChildren();
    const [, , attacker, attackers, defender, defenders] = facts.get("B");
    const sides = [["attacker", attacker, attackers, "A"], ["defender", defender, defenders, "D"]];
    sides.forEach(([role, player, marker, key], row) => {
      let waiting = 0;
      for (const combatant of facts.get(key)[0]) {
        const place = this.data.hexes[combatant[1]];
        const [x, y, scale] = place ? [place[0], place[1] + 4, 1] : [70 + 120 * waiting++, this.data.waiting[0] + 96 * row, 0.8];
        this.counter(parent, role, player, marker, combatant, x, y, scale);
      }
    });
  }

  counter(parent, role, player, marker, [index, hex, power, hits, marks], x, y, scale) {
    const [name, skill, printed] = this.data.characters[index];
    const color = this.data.colors[player] ? player : this.colorOf(marker);
    const [ground, letters] = this.data.colors[color];
    const states = [[4, "slain"], [1, "moved"], [2, "struck"]].filter(([bit]) => marks & bit).map(([, word]) => word);
    const said = [`Power-factor ${power}`, `Skill-factor ${skill}`, ...printed.map(([, words]) => words)];
    if (hits) said.push(`${hits} hit${hits > 1 ? "s" : ""}`);
    const where = hex ? `in ${hex}` : "off the board";
    const made = group(parent, `${player}'s ${name} ${where} (${role}): ${[...said, ...states].join(", ")}`, {
      transform: `translate(${x},${y}) scale(${scale})`, "data-character": name, "data-side": role, "data-hex": hex, "data-hits": hits,
    });
    this.face(made, role, ground, letters, name, marks & 4);
    const bold = { "font-weight": "bold", "font-size": 38 };
    draw(made, "text", { x: -50, y: 20, ...bold, "font-size": power > 9 ? 31 : 38 }, power);
    draw(made, "text", { x: 50, y: 20, ...bold, "text-anchor": "end" }, skill);
    printed.forEach(([id], i) => {
      const lower = printed.length === 1 ? 7 : -3 + 20 * i;
      draw(made, "use", { href: `#${id}`, transform: `translate(${power > 9 ? 6 : 0},${lower})${power > 9 ? " scale(.72,.9)" : ""}` });
    });
    if (states.length) draw(made, "text", { y: 40, "font-size": states.length > 2 ? 15 : 18, "text-anchor": "middle" }, states.join(", "));
    if (hits) this.hits(made, hits);
  }

  colorOf(marker) {
    const starts = { Bk: "Black", Bu: "Blue", Br: "Brown", Gd: "Gold", Gr: "Green", Rd: "Red" };
    return starts[marker.slice(0, 2)];
  }

  face(made, role, ground, letters, name, slain) {
    const round = role === "attacker" ? 0 : 22;
    const band = round
      ? "M-59,-19V-26A22,22 0 0 1 -37,-48H37A22,22 0 0 1 59,-26V-19Z"
      : "M-59,-48H59V-19H-59Z";
    draw(made, "rect", {
      x: -59, y: -48, width: 118, height: 96, rx: round, stroke: ground, "stroke-width": 5, fill: slain ? "url(#titan-slain)" : "#fff",
    });
    draw(made, "path", { d: band, fill: ground });
    const label = draw(made, "text", {
      y: -26, "font-size": name.length > 8 ? 19 : 21, "font-weight": "bold", "text-anchor": "middle", class: "label",
    }, name);
    label.style.fill = letters;
    if (slain) draw(made, "path", { d: "M-51,-12L51,40M51,-12L-51,40", stroke: "#b3151b", "stroke-width": 4 });
  }

  hits(made, hits) {
    const rays = [];
    for (let i = 0; i < 22; i++) {
      const far = i % 2 ? 20 : 15.5;
      rays.push(`${(49 + far * Math.cos((Math.PI * i) / 11)).toFixed(1)},${(-54 + far * Math.sin((Math.PI * i) / 11)).toFixed(1)}`);
    }
    draw(made, "polygon", { points: rays.join(" "), fill: "#ffe14d", stroke: "#1b1b1b", "stroke-width": 2 });
    draw(made, "text", { x: 49, y: -46, "font-size": 22, "font-weight": "bold", "text-anchor": "middle" }, hits);
  }

  // From where to where something went.
  arrow(parent, from, to, bend) {
    if (!from || !to || (from[0] === to[0] && from[1] === to[1])) return;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const far = Math.hypot(dx, dy);
    const [ux, uy] = [dx / far, dy / far];
    const end = [to[0] - ux * 26, to[1] - uy * 26];
    const middle = [(from[0] + to[0]) / 2 - uy * bend, (from[1] + to[1]) / 2 + ux * bend];
    draw(parent, "path", { class: "arrow", d: `M${from[0]},${from[1]}Q${middle[0]},${middle[1]} ${end[0]},${end[1]}` });
    const turn = (Math.atan2(end[1] - middle[1], end[0] - middle[0]) * 180) / Math.PI;
    draw(parent, "path", { class: "arrow-head", d: "M16,0L-9,-12L-4,0L-9,12Z", transform: `translate(${end[0]},${end[1]}) rotate(${turn})` });
  }
}
