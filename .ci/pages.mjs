// Looks at the pages that the program makes as their readers do: on a phone, a tablet and a wide screen, in light and
// in dark, by keyboard alone. Fails on what axe-core finds, on an error in the console, and on a page that is too wide.
// pages.mjs MODULES BROWSER FOLDER: where axe-core and playwright-core are installed, and where the pages are.
import { createRequire } from "node:module";
import { readFileSync, mkdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [modules, browserFile, folder] = process.argv.slice(2);
const require = createRequire(join(modules, "node_modules/"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
// Pictures of what was seen, for who wants to look.
const pictures = process.env.OSCULATE_SCREENSHOTS;
if (pictures) mkdirSync(pictures, { recursive: true });

let failures = 0;
const fails = (where, what) => { failures++; console.error(`${where}: ${what}`); };
const holds = (where, what, is) => { if (!is) fails(where, `it does not hold that ${what}`); };

const browser = await chromium.launch({
  executablePath: browserFile,
  args: ["--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--disable-background-networking"],
});
const WIDTHS = [[390, 844], [820, 1180], [1440, 900]], SCHEMES = ["light", "dark"];

async function opened(name, hash = "") {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.on("console", said => { if (said.type() === "error") fails(name, said.text()); });
  page.on("pageerror", error => fails(name, error.message));
  page.on("request", asked => { if (!/^(file|data|blob):/.test(asked.url())) fails(name, `asks the network: ${asked.url()}`); });
  await page.goto(pathToFileURL(join(folder, name)).href + hash);
  return page;
}
async function picture(page, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

// At every width and in both schemes: nothing that axe finds, nothing wider than the screen.
async function fits(page, name, widths = WIDTHS) {
  await page.evaluate(axe);
  for (const [width, height] of widths) for (const colorScheme of SCHEMES) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const where = `${name}, ${width} wide, ${colorScheme}`;
    holds(where, "the page is as the system is", await isDark(page) === (colorScheme === "dark"));
    const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
    for (const { id, help, nodes } of violations) fails(where, `axe: ${id}: ${help}: ${nodes.map(node => node.html).join(" ")}`);
    const wide = await page.evaluate(() => {
      const parts = [...document.querySelectorAll("body, body *")].filter(e => getComputedStyle(e).overflowX !== "visible" || e === document.body);
      return [document.scrollingElement, ...parts].filter(e => e.localName !== "svg" && e.scrollWidth > e.clientWidth + 1).map(e => e.id || e.localName);
    });
    for (const part of wide) fails(where, `${part} is wider than its place`);
    await picture(page, where.replaceAll(", ", " ").replaceAll(" ", "-"));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

// Tab until what is wanted has the focus, which must be seen.
async function reach(page, name, wanted) {
  for (let k = 0; k < 120; k++) {
    await page.keyboard.press("Tab");
    const is = await page.evaluate(wanted => document.activeElement.matches(wanted), wanted);
    if (!is) continue;
    const seen = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    });
    holds(name, `${wanted} shows that it has the focus`, seen);
    return;
  }
  fails(name, `Tab does not come to ${wanted}`);
}
const text = (page, of) => page.locator(of).innerText();
const isDark = page => page.evaluate(() => {
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
  return r + g + b < 384;
});

async function colors(page, name) {
  holds(name, "a light system gives a light page", !await isDark(page));
  await reach(page, name, "#colors");
  await page.keyboard.press("Space");
  holds(name, "the button makes it dark", await isDark(page));
  await page.emulateMedia({ colorScheme: "dark" });
  holds(name, "it is as dark on a dark system", await isDark(page));
  await page.keyboard.press("Space");
  holds(name, "the button makes it light", !await isDark(page));
  await page.emulateMedia({ colorScheme: "light" });
  holds(name, "it stays light on a light system", !await isDark(page));
  // There and back: the system's colours are those that are followed again.
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  await page.emulateMedia({ colorScheme: "dark" });
  holds(name, "it follows the system again", await isDark(page));
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(() => document.activeElement.blur());
}

// A scene, by keyboard alone. What is drawn must change.
async function scene(name, bodies) {
  const page = await opened(name), drawn = async () => (await page.locator("canvas").screenshot()).toString("base64");
  // What the canvas alone holds when it is drawn.
  const pixels = () => page.evaluate(() => { window.dispatchEvent(new Event("resize")); return document.querySelector("canvas").toDataURL(); });
  await fits(page, name);
  await colors(page, name);
  let last = await drawn();
  const changes = async what => { const now = await drawn(); holds(name, `${what} changes the view`, now !== last); last = now; };
  const first = await pixels();
  await reach(page, name, "canvas");
  last = await drawn();
  const turned = last;
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Shift+ArrowLeft", "Shift+ArrowUp", "+", "-", "f", "ArrowLeft", "Home"]) {
    await page.keyboard.press(key);
    await changes(key);
    if (key === "ArrowRight" || key === "ArrowDown") holds(name, `${key} undoes the arrow before`, last === turned);
  }
  holds(name, "Home brings the first view back", last === turned);
  await reach(page, name, "#pairs button");
  last = await drawn();
  await page.keyboard.press("Enter");
  await changes("a pair");
  await page.keyboard.press("Shift+Tab");

  // A cut across each axis, and across a direction of one's own.
  await reach(page, name, "#axis");
  for (const value of ["x", "y", "z", "own"]) {
    await page.keyboard.press("ArrowDown");
    holds(name, `the cut is ${value}`, await page.locator("#axis").inputValue() === value);
    await changes(`a cut across ${value}`);
  }
  await picture(page, `${name}-cut`);
  await reach(page, name, "#own input");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("3");
  await changes("another direction");
  await reach(page, name, "#where");
  const at = await text(page, "output");
  for (let k = 0; k < 30; k++) await page.keyboard.press("ArrowRight");
  holds(name, "the arrows move the cut", await text(page, "output") !== at);
  await changes("a cut that moved");
  await reach(page, name, "#flip");
  await page.keyboard.press("Enter");
  await changes("the other side");

  // Hide, show alone, bring back.
  await reach(page, name, "#bodies input");
  await page.keyboard.press("Space");
  holds(name, "a body is hidden", (await text(page, "#shown")) === `${bodies - 1} of ${bodies} shown`);
  for (let k = 0; k < 4; k++) await page.keyboard.press("Tab");
  await reach(page, name, "#bodies button");
  await page.keyboard.press("Enter");
  holds(name, "a body is shown alone", (await text(page, "#shown")) === `1 of ${bodies} shown`);
  await changes("a body alone");
  await picture(page, `${name}-only`);
  await page.keyboard.press("Enter");
  holds(name, "what was hidden before stays so", (await text(page, "#shown")) === `${bodies - 1} of ${bodies} shown`);
  await reach(page, name, "#reset");
  await page.keyboard.press("Enter");
  holds(name, "all bodies are back", (await text(page, "#shown")) === `${bodies} of ${bodies} shown`);
  holds(name, "the cut is gone", await page.locator("#cut").isHidden());
  holds(name, "the view is the first", await pixels() === first);
  await page.context().close();
}

// Steps, by keyboard alone.
async function steps(name) {
  const page = await opened(name), count = () => text(page, "#count");
  await fits(page, name);
  await colors(page, name);
  const first = await count();
  const goes = async (keys, what, is) => {
    for (const key of keys) await page.keyboard.press(key);
    holds(name, what, is(await count()));
  };
  await goes(["ArrowRight"], "an arrow goes on", now => now !== first);
  await goes(["ArrowLeft"], "an arrow goes back", now => now === first);
  await goes(["End"], "End goes to the end", now => now !== first);
  const end = await count();
  await goes(["Home"], "Home goes to the start", now => now === first);
  await reach(page, name, "#next");
  await goes(["Space"], "the space bar presses next", now => now !== first);
  await goes(["Shift+Tab", "Space"], "the space bar presses back", now => now === first);
  await reach(page, name, "#last");
  await goes(["Enter"], "the last button goes to the end", now => now === end);
  holds(name, "it keeps the focus there", await page.evaluate(() => document.activeElement.id === "last"));
  await reach(page, name, "#to");
  await goes(["Home"], "the slider goes to the start", now => now === first);
  await goes(["ArrowRight", "ArrowRight"], "the slider goes on", now => now !== first);
  await reach(page, name, "summary");
  const open = () => page.locator("#intro").evaluate(e => e.open);
  const was = await open();
  await page.keyboard.press("Space");
  holds(name, "the introduction opens and closes", await open() !== was);
  await page.keyboard.press("End");
  await fits(page, `${name}#end`, WIDTHS.slice(0, 1));
  await page.context().close();
}

async function hostile(name) {
  const page = await opened(name);
  await fits(page, name, WIDTHS.slice(0, 1));
  holds(name, "a name is no script", await page.evaluate(() => window.hit === undefined && !document.querySelector("img, b.hit")));
  holds(name, "a name is shown as it is", (await page.locator("body").innerText()).includes("<img src=x"));
  await page.context().close();
}

try {
  // Two at a time, each in a window of its own.
  const work = [
    () => scene("cell.html", 13),
    ...["apart.html", "deep.html", "slides.html", "meet.html", "miss.html"].map(name => () => steps(name)),
    // Names that would be a script, or markup.
    ...["hostile.html", "hostile-steps.html", "hostile-march.html"].map(name => () => hostile(name)),
  ];
  const some = async () => { for (let next; (next = work.shift());) await next(); };
  await Promise.all([some(), some()]);
} finally {
  await browser.close();
}
if (failures) process.exit(1);
console.log("pages: three widths, light and dark, by keyboard alone: as they should be");
