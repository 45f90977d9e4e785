// What pages that go step by step share: a few marks of SVG, and the way from step to step.
const $ = id => document.getElementById(id);
const list = p => p.map(x => x.toFixed(1)).join(",");
const line = (p, q, color, width = 2, more = "") => `<line x1="${p[0].toFixed(1)}" y1="${p[1].toFixed(1)}" x2="${q[0].toFixed(1)}" y2="${q[1].toFixed(1)}" stroke="${color}" stroke-width="${width}" ${more}/>`;
const dot = (p, color, r = 5) => `<circle cx="${p[0].toFixed(1)}" cy="${p[1].toFixed(1)}" r="${r}" fill="${color}" stroke="var(--card)" stroke-width="1.5"/>`;
const text = (p, s, color, more = "") => `<text x="${p[0].toFixed(1)}" y="${p[1].toFixed(1)}" font-size="13" fill="${color}" stroke="var(--card)" stroke-width="3" paint-order="stroke" ${more}>${s}</text>`;
const number = x => x === null ? "none yet" : Math.abs(x) >= 1e-4 && Math.abs(x) < 1e6 || x === 0 ? x.toFixed(6) : x.toExponential(3);
// A picture's width and height, in pixels of the page: letters keep their size on a small screen.
function sized(id, height) {
  const wide = Math.max(240, Math.round($(id).getBoundingClientRect().width)), high = Math.round(height(wide));
  $(id).setAttribute("viewBox", `0 0 ${wide} ${high}`);
  return [wide, high];
}
// Steps 0 to `last`, by the buttons, the slider, the arrows, the page keys, to either end.
let at = 0;
function begin(last, show) {
  const bound = step => Math.max(0, Math.min(last, Number(step) || 0));
  const go = step => {
    at = bound(step);
    show();
    $("to").value = at;
    $("to").setAttribute("aria-valuetext", $("count").textContent);
    for (const [id, ends] of [["first", at === 0], ["back", at === 0], ["next", at === last], ["last", at === last]]) $(id).setAttribute("aria-disabled", ends);
    history.replaceState(null, "", "#" + at);
  };
  $("to").max = last;
  $("to").oninput = () => go($("to").value);
  $("first").onclick = () => go(0); $("back").onclick = () => go(at - 1);
  $("next").onclick = () => go(at + 1); $("last").onclick = () => go(last);
  onkeydown = e => {
    const on = e.target.localName;
    // A slider has its own keys, and the space bar presses what it stands on.
    if (e.altKey || e.ctrlKey || e.metaKey || on === "input" || e.key === " " && (on === "button" || on === "summary")) return;
    const to = { ArrowRight: at + 1, " ": at + 1, PageDown: at + 1, ArrowLeft: at - 1, PageUp: at - 1, Home: 0, End: last }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    go(to);
  };
  onresize = show; onhashchange = () => go(location.hash.slice(1));
  at = bound(location.hash.slice(1));
  // Who comes to a later step has read this.
  $("intro").open = at === 0;
  themed(() => go(at));
}
