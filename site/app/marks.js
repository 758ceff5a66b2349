// What is marked on the board: what may be done with the chosen piece, the way of a move, what has just been done.
import { still, svg } from "./dom.js";
import { homeOf, layerOf } from "./pieces.js";

export class Marks {
  constructor(data) {
    this.data = data;
  }

  show(map, facts, view, { chosen, legal, able, arrow, way, moved }) {
    Object.assign(this, { map, facts, view });
    this.marks(chosen, legal, able);
    if (arrow) this.arrow(arrow);
    if (way) this.way(way);
    if (moved && arrow) this.animate(arrow);
  }

  landOf(marker) {
    const legion = this.facts[`L/${marker}`];
    return legion ? legion[1] : null;
  }

  shape(key, attributes) {
    if (this.view === "battle") {
      const place = this.data.hexes[key];
      if (!place) return null;
      return svg("polygon", { points: this.data.hex, transform: `translate(${place[0]},${place[1]}) scale(0.93)`, ...attributes });
    }
    return this.data.lands[key] ? svg("polygon", { points: this.data.lands[key][4], ...attributes }) : null;
  }

  marks(chosen, legal, able) {
    const under = layerOf(this.map, "under");
    const over = layerOf(this.map, "over");
    for (const piece of this.map.querySelectorAll(".piece")) {
      const key = piece.dataset.legion || piece.dataset.off || piece.dataset.at;
      piece.classList.toggle("chosen", key === chosen);
      piece.classList.toggle("able", able.has(key));
    }
    for (const [key, { chip, how, muster }] of legal) {
      const shape = this.shape(key, { class: `may ${how || ""}` });
      if (!shape) continue;
      under.append(shape);
      if (chip || muster !== undefined) over.append(this.chip(key, chip, muster));
    }
    const shape = chosen && this.shape(this.view === "battle" ? chosen : String(this.landOf(chosen) ?? ""), { class: "chosen-place" });
    if (shape) under.append(shape);
  }

  chip(key, words, muster) {
    const battle = this.view === "battle";
    const [x, y] = battle ? this.data.hexes[key] : this.data.lands[key].slice(1);
    const size = battle ? 22 : 15;
    const wide = Math.max(String(words || "").length * size * 0.56 + 16, words ? size * 1.6 : 0);
    const at = battle ? (this.map.querySelector(`.pieces [data-at="${key}"]`) ? 67 : 0) : 0;
    const made = svg("g", { class: "chip", transform: `translate(${x},${y + at})` });
    if (words) {
      made.append(
        svg("rect", { x: -wide / 2, y: -size * 0.75, width: wide, height: size * 1.5, rx: size * 0.75 }),
        svg("text", { y: size * 0.36, "font-size": size, "text-anchor": "middle", "font-weight": "bold" }, words),
      );
    }
    if (muster) {
      const name = this.data.figures[muster];
      const side = 30;
      const inverted = this.data.lands[key][3];
      const dy = (inverted ? 1 : -1) * (words ? 22 : 0);
      const dx = homeOf(this.map, key).querySelector(".piece") ? 44 : 0; // beside the Legions that stand there
      made.append(
        svg("circle", { cx: dx, cy: dy, r: 14, class: "muster" }),
        svg("use", { href: `#titan-figure-${name}`, transform: `translate(${dx - side / 2 + 3},${dy - side / 2 + 3}) scale(${(side - 6) / 512})` }),
      );
    }
    return made;
  }

  centre(key) {
    const place = this.view === "battle" ? this.data.hexes[key] : this.data.lands[key]?.slice(1);
    return place ? [place[0], place[1]] : null;
  }

  arrow([kind, from, to]) {
    const one = this.centre(from);
    const two = this.centre(to);
    if (!one || !two) return;
    const far = Math.hypot(two[0] - one[0], two[1] - one[1]) || 1;
    const short = this.view === "battle" ? 58 : 16;
    const [ux, uy] = [(two[0] - one[0]) / far, (two[1] - one[1]) / far];
    const line = `M${one[0] + ux * short},${one[1] + uy * short}L${two[0] - ux * short},${two[1] - uy * short}`;
    const size = this.view === "battle" ? 18 : 9;
    const head = `translate(${two[0] - ux * short},${two[1] - uy * short}) rotate(${(Math.atan2(uy, ux) * 180) / Math.PI})`;
    layerOf(this.map, "over").append(
      svg("g", { class: `arrow ${kind}`, "aria-hidden": "true" },
        svg("path", { d: line, class: "halo" }), svg("path", { d: line }),
        svg("path", { d: `M0,0L${-size},${-size * 0.6}V${size * 0.6}Z`, transform: head, class: "head" })),
    );
  }

  // The way of a move as numbered dots.
  way(lands) {
    const group = svg("g", { class: "way", "aria-hidden": "true" });
    lands.forEach((land, i) => {
      const at = this.centre(String(land));
      if (!at) return;
      const battle = this.view === "battle";
      group.append(svg("g", { transform: `translate(${at[0]},${at[1]})` },
        svg("circle", { r: battle ? 20 : 11 }),
        svg("text", { y: battle ? 8 : 5, "font-size": battle ? 24 : 14, "text-anchor": "middle", "font-weight": "bold" }, i + 1)));
    });
    layerOf(this.map, "over").append(group);
  }

  animate([, from, to]) {
    if (still()) return;
    const one = this.centre(from);
    const two = this.centre(to);
    const piece = this.map.querySelector(`.pieces [data-at="${to}"]`);
    if (!one || !two || !piece || !piece.animate) return;
    const at = piece.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    const scale = at.length > 2 ? ` scale(${at[2]})` : "";
    const put = (x, y) => ({ transform: `translate(${x}px,${y}px)${scale}` });
    piece.animate([put(at[0] + one[0] - two[0], at[1] + one[1] - two[1]), put(at[0], at[1])], { duration: 150, easing: "ease-out" });
  }
}
