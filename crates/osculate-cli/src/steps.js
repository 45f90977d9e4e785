// Goes from step to step: by the buttons, the arrows, the page keys, to either end.
const go = by => { at = Math.max(0, Math.min(last, at + by)); show(); };
$("back").onclick = () => go(-1); $("next").onclick = () => go(1);
onkeydown = e => {
  if (["ArrowRight", " ", "PageDown"].includes(e.key)) { e.preventDefault(); go(1); }
  if (["ArrowLeft", "PageUp"].includes(e.key)) { e.preventDefault(); go(-1); }
  if (e.key === "Home") go(-last); if (e.key === "End") go(last);
};
show();
