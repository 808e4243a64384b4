/* What has the focus and is wholly covered by something that stays in place, going down the page and up again. */
(most) => {
  const FOCUSED = "a[href], button, input, select, textarea, summary, [tabindex='0'], [contenteditable='true']";
  const isSeen = (each) => !each.disabled && each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll(FOCUSED)].filter(isSeen);
  const stays = (element) => {
    for (let each = element; each; each = each.parentElement) {
      if (["sticky", "fixed"].includes(getComputedStyle(each).position)) return each;
    }
    return null;
  };
  const coverOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width < 4 || height < 4) return null;
    let cover = null;
    for (const x of [0.1, 0.5, 0.9]) {
      for (const y of [0.15, 0.5, 0.85]) {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        if (!hit || element.contains(hit) || hit.contains(element)) return null;
        const bar = stays(hit);
        if (!bar || bar.contains(element)) return null;
        cover = bar;
      }
    }
    return cover;
  };
  const nameOf = (each) =>
    `${each.tagName.toLowerCase()}.${each.className || each.id} "${each.textContent.trim().slice(0, 30)}"`;
  const step = Math.max(1, all.length / most);
  const some = Array.from({ length: Math.min(most, all.length) }, (_, at) => all[Math.floor(at * step)]);
  const found = new Set();
  for (const each of [...some, ...some.toReversed()]) {
    each.focus();
    const cover = document.activeElement === each && coverOf(each);
    if (cover) found.add(`${nameOf(each)} under .${cover.className}`);
  }
  document.activeElement?.blur();
  return [...found];
};
