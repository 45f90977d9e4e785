// Light or dark: as the system has it, until the reader presses the button. Kept where pages may keep.
const system = matchMedia("(prefers-color-scheme: dark)"), root = document.documentElement, chosen = "osculate-colors";
try { const kept = localStorage.getItem(chosen); if (kept) root.dataset.colors = kept; } catch { /* a page that may keep nothing */ }
const isDark = () => (root.dataset.colors ?? (system.matches ? "dark" : "light")) === "dark";
function themed(draw) {
  const button = document.getElementById("colors");
  const drawn = () => { button.setAttribute("aria-pressed", isDark()); draw(); };
  button.onclick = () => {
    const dark = !isDark();
    // Who comes back to the system's colours follows the system again.
    if (dark === system.matches) delete root.dataset.colors; else root.dataset.colors = dark ? "dark" : "light";
    try {
      if (root.dataset.colors) localStorage.setItem(chosen, root.dataset.colors); else localStorage.removeItem(chosen);
    } catch { /* as above */ }
    drawn();
  };
  system.onchange = drawn;
  drawn();
}
