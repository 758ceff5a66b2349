
// The charts over the turns; a click leads to a turn.
const WIDE = 640;
const HIGH = 300;
const PAD = { left: 58, right: 74, top: 34, bottom: 34 };
const charts = [];

// Every player's score and Power-factor at the end of each turn.
function series() {
  const players = new Map();
  const points = data.turns.map((_, i) => (data.turns[i + 1] ? data.turns[i + 1][0] - 1 : last));
  let done = 0;
  facts = new Map();
  merge(data.start);
  points.forEach((until, i) => {
    for (; done < until; done++) merge(data.steps[done].d);
    for (const [key, player] of facts) {
      if (!key.startsWith("P/")) continue;
      const color = key.slice(2);
      if (!players.has(color)) players.set(color, []);
      const before = players.get(color);
      if (!player[2] || (before.length && before[before.length - 1][0] === i - 1 && !before.over)) before.push([i, player[0], player[1]]);
      if (player[2]) before.over = true;
    }
  });
  facts = new Map();
  return players;
}

function chart(title, players, which, floor) {
  const figure = html("figure");
  figure.style.margin = "0";
  const top = Math.max(floor, ...[...players.values()].flat().map((point) => point[which]));
  const bottom = which === 2 ? 6 : 0;
  const svg = draw(figure, "svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", role: "img", "aria-label": title });
  const x = (i) => PAD.left + ((WIDE - PAD.left - PAD.right) * i) / Math.max(1, data.turns.length - 1);
  const y = (value) => HIGH - PAD.bottom - ((HIGH - PAD.top - PAD.bottom) * (value - bottom)) / Math.max(1, top - bottom);
  draw(svg, "text", { x: 0, y: 20, "font-weight": "bold" }, title);
  const step = niceStep(top - bottom);
  for (let value = bottom; value <= top; value += step) {
    draw(svg, "line", { class: "grid", x1: PAD.left, x2: WIDE - PAD.right, y1: y(value), y2: y(value) });
    draw(svg, "text", { x: PAD.left - 8, y: y(value) + 7, "text-anchor": "end" }, value);
  }
  turnTicks(svg, x);
  lines(svg, players, which, x, y);
  const now = draw(svg, "line", { class: "now", y1: PAD.top, y2: HIGH - PAD.bottom });
  charts.push({ now, x });
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDE - PAD.left) / (WIDE - PAD.left - PAD.right);
    const turn = Math.round(Math.max(0, Math.min(1, share)) * (data.turns.length - 1));
    if (data.turns[turn]) go(data.turns[turn][0]);
  });
  return figure;
}

function niceStep(range) {
  for (const step of [1, 2, 5, 10, 20, 50, 100, 200, 500]) if (range / step <= 5) return step;
  return 1000;
}

function turnTicks(svg, x) {
  const rounds = data.turns.map(([, turn], i) => [turn, i]).filter(([turn], i, all) => !i || all[i - 1][0] !== turn);
  const every = Math.ceil(rounds.length / 10);
  for (const [turn, i] of rounds) {
    if ((turn - 1) % every === 0) draw(svg, "text", { x: x(i), y: HIGH - 8, "text-anchor": "middle" }, turn);
  }
}

function lines(svg, players, which, x, y) {
  const labels = [];
  for (const [color, points] of players) {
    if (!points.length) continue;
    const corners = points.map((point) => `${x(point[0]).toFixed(1)},${y(point[which]).toFixed(1)}`).join(" ");
    const line = draw(svg, "polyline", { points: corners, class: `s-${color}`, "data-series": color });
    const end = points[points.length - 1];
    draw(line, "title", {}, `${named(color)}: ${end[which]}`);
    labels.push([x(end[0]), y(end[which]), color]);
  }
  labels.sort((one, two) => one[1] - two[1]);
  labels.forEach((label, i) => {
    for (const other of labels.slice(0, i)) {
      if (Math.abs(other[0] - label[0]) < 70 && label[1] - other[1] < 19) label[1] = other[1] + 19;
    }
    draw(svg, "text", { x: label[0] + 6, y: label[1] + 6, class: `name f-${label[2]}` }, label[2]);
  });
}

function showNow() {
  const turn = Math.max(0, begun(data.turns, at));
  for (const { now, x } of charts) {
    now.setAttribute("x1", x(turn));
    now.setAttribute("x2", x(turn));
  }
}
