// Run in the page: every breach of the laws of layout that is on the screen now, as a sentence.
() => {
  const LETTERS = 8;
  const TARGET = 43.5;
  const CONTROLS = "button, a[href], summary, select, textarea, input, [role=button], [role=tab], [role=menuitem]";
  /** What lies over the table for a while, and what it must leave free. */
  const OVER = "[data-notice], [data-chat], [data-hint], [data-overrun]";
  /** On a small screen a result takes the place of the board: nothing is played there any more. */
  const isOver = document.querySelector("[data-result-of-match]") && (innerWidth < 900 || innerHeight < 520);
  const FREE = isOver ? "[data-result-of-match] footer button" : "[data-surface] [data-own], [role=timer], [data-surface] button:enabled, [data-surface] [role=gridcell], [data-result-of-match] footer button";
  /** Opened over what lies below, and put away again. */
  const LAID = `${OVER}, [data-paper], [data-sheet]`;
  const root = document.documentElement;
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const breaches = new Set();
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const named = (element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 44);
    const kind = String(element.className?.baseVal ?? element.className ?? "").split(" ")[0];
    return `<${element.localName} ${kind}> “${words}”`;
  };
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const chain = (element) => {
    const above = [];
    for (let at = element; at && at !== root; at = at.parentElement) above.push(at);
    return above;
  };
  const isForEars = (element) => chain(element).some((one) => styleOf(one).clipPath === "inset(50%)");
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
  });
  const wide = (box) => Math.max(0, box.right - box.left);
  const high = (box) => Math.max(0, box.bottom - box.top);
  const ALL = { left: -1e6, right: 1e6, top: -1e6, bottom: 1e6 };

  /** `hard`: what is outside is never seen; `soft`: what is outside is not seen now. */
  const clipsOf = (element) => {
    let hard = ALL;
    let soft = ALL;
    let x = true;
    let y = true;
    for (const one of chain(element)) {
      const { overflowX, overflowY, position, display } = styleOf(one);
      if (display !== "inline" && display !== "contents" && (overflowX !== "visible" || overflowY !== "visible") && one !== document.body) {
        const box = one.getBoundingClientRect();
        soft = meet(soft, box);
        if (x && (overflowX === "hidden" || overflowX === "clip")) hard = meet(hard, { ...ALL, left: box.left, right: box.right });
        if (y && (overflowY === "hidden" || overflowY === "clip")) hard = meet(hard, { ...ALL, top: box.top, bottom: box.bottom });
        if (overflowX === "auto" || overflowX === "scroll") x = false;
        if (overflowY === "auto" || overflowY === "scroll") y = false;
      }
      if (position === "fixed") break;
    }
    return { hard, soft };
  };

  // 1. Nothing makes the page scroll sideways.
  if (root.scrollWidth > root.clientWidth) {
    const widest = [...document.body.querySelectorAll("*")]
      .filter((one) => isSeen(one) && one.getBoundingClientRect().right > root.clientWidth + 1 && clipsOf(one.parentElement).hard.right > root.clientWidth)
      .slice(-1);
    breaches.add(`sideways: ${root.scrollWidth} of ${root.clientWidth} px, ${widest.map(named).join("; ")}`);
  }

  for (const laid of document.querySelectorAll(LAID)) {
    const box = laid.getBoundingClientRect();
    if (isSeen(laid) && box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)) breaches.add(`sideways: ${named(laid)} is beyond the edge`);
  }

  // 2. No text is cut; where an ellipsis is meant, enough of it is left.
  const texts = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest("svg, option, textarea, script, style")) continue;
    const hidden = parent.closest("[aria-hidden=true]");
    if (hidden && !hidden.closest("[role=timer]")) continue;
    if (!isSeen(parent) || isForEars(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    if (lines.length === 0) continue;
    const { hard, soft } = clipsOf(parent);
    const clip = meet(hard, soft);
    const seen = lines.map((whole) => ({ node, parent, whole, box: meet(whole, clip) }));
    texts.push(...seen.filter(({ box, whole }) => wide(box) > 2 && high(box) > whole.height * 0.4));
    const cut = lines.some((box) => {
      const left = meet(box, hard);
      return wide(left) < box.width - 2 || high(left) < box.height * 0.7;
    });
    if (!cut) continue;
    const ellipsis = chain(parent).find((one) => styleOf(one).textOverflow === "ellipsis");
    const letters = [...node.data.trim()].length;
    let shown = 0;
    for (let at = 0; ellipsis && at < node.data.length; at += 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      const dots = styleOf(ellipsis).writingMode === "horizontal-tb" ? parseFloat(styleOf(ellipsis).fontSize) * 0.6 : 0;
      const left = meet(box, { ...hard, right: hard.right - dots });
      if (box.width > 0 && wide(left) >= box.width * 0.7 && high(left) >= box.height * 0.7) shown += 1;
    }
    if (shown < Math.min(LETTERS, letters)) breaches.add(`cut: ${named(parent)} shows ${ellipsis ? shown : "a part"} of ${letters} letters`);
  }

  // 3. Texts do not lie on each other, nor under anything that is not pinned over what scrolls.
  const isPinned = (element) => chain(element).some((one) => ["fixed", "sticky"].includes(styleOf(one).position) || one.matches(LAID));
  /** Two sheets may lie on each other: the upper one is put away first. */
  const sheetOf = (element) => element.closest(LAID);
  const inner = ({ left, right, top, bottom }) => {
    const edge = (bottom - top) * 0.22;
    return { left: left + 1, right: right - 1, top: top + edge, bottom: bottom - edge };
  };
  const boxes = texts.map((text) => ({ ...text, inner: inner(text.box), pinned: isPinned(text.parent) }));
  boxes.sort((a, b) => a.inner.top - b.inner.top);
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      if (other.inner.top >= one.inner.bottom) break;
      if (one.node === other.node || one.pinned !== other.pinned || sheetOf(one.parent) !== sheetOf(other.parent)) continue;
      const both = meet(one.inner, other.inner);
      if (wide(both) > 2 && high(both) > 2) {
        const stack = document.elementsFromPoint((both.left + both.right) / 2, (both.top + both.bottom) / 2);
        const [upper, lower] = [one, other].map(({ parent }) => stack.indexOf(parent)).sort((a, b) => a - b);
        const between = upper < 0 ? [] : stack.slice(upper, lower);
        if (!between.some((each) => each.closest("[data-card]"))) breaches.add(`overlap: ${named(one.parent)} and ${named(other.parent)}`);
      }
    }
  }
  const timer = (element) => element.closest("[role=timer]");
  const related = (top, element) => top === null || (timer(element)?.parentElement.contains(top) ?? false) || top.contains(element) || element.contains(top) || (element.closest("label, button, a") ?? element).contains(top);
  const onScreen = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  for (const { parent, inner: box, pinned } of boxes) {
    if (pinned || styleOf(parent).pointerEvents === "none") continue;
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    if (!onScreen(x, y)) continue;
    const top = document.elementFromPoint(x, y);
    if (!related(top, parent) && !isPinned(top)) breaches.add(`covered: ${named(parent)} by ${named(top)}`);
  }

  // 4. What is pressed is large enough for a finger.
  /** Pressing their label is pressing them; what opens or is written in must be large enough itself. */
  const TICKED = "input[type=checkbox], input[type=radio], input[type=file]";
  const out = [];
  for (const control of scope.querySelectorAll(CONTROLS)) {
    if (!isSeen(control) || (isForEars(control) && !control.matches(TICKED)) || control.closest("[aria-hidden=true], svg, [data-place]")) continue;
    if (control.closest("[data-surface]") && control.matches("[data-own], [role=gridcell], [data-piece]")) continue;
    if (control.type === "hidden" || (control.localName === "a" && isInSentence(control))) continue;
    const found = smallness(control);
    if (found === "small") breaches.add(tooSmall(control));
    else if (found === "edge") out.push(control);
  }
  /** Whether a control is too small; "edge": where it is scrolled to now, that cannot be seen. */
  function smallness(control) {
    const label = control.matches(TICKED) ? (control.labels?.[0] ?? null) : null;
    const shown = label ?? control;
    const box = shown.getBoundingClientRect();
    if (isForEars(shown) || box.width < 2 || box.height < 2) return null;
    if (box.width >= TARGET && box.height >= TARGET) return null;
    const { soft, hard } = clipsOf(control.parentElement);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const view = meet(soft, hard);
    let isCut = false;
    /** How far from the middle a press still reaches the control. */
    const reach = (dx, dy) => {
      for (let far = 0; far < TARGET; far += 1) {
        const [px, py] = [x + dx * far, y + dy * far];
        const hit = document.elementFromPoint(px, py); // null beyond the screen
        if (hit && (shown.contains(hit) || (label && hit.closest("label")?.control === control))) continue;
        const isInView = px > view.left && px < view.right && py > view.top && py < view.bottom;
        isCut ||= !hit || !isInView || (isPinned(hit) && !isPinned(control));
        return far;
      }
      return TARGET;
    };
    const isWide = box.width >= TARGET || reach(-1, 0) + reach(1, 0) >= TARGET;
    const isHigh = box.height >= TARGET || reach(0, -1) + reach(0, 1) >= TARGET;
    return isWide && isHigh ? null : isCut ? "edge" : "small";
  }
  function tooSmall(control) {
    const { width, height } = control.getBoundingClientRect();
    return `target: ${named(control)} is ${Math.round(width)} × ${Math.round(height)}`;
  }
  function isInSentence(link) {
    const block = chain(link).find((one) => !["inline", "contents"].includes(styleOf(one).display) && one !== link);
    if (!block || styleOf(link).display !== "inline") return false;
    return block.textContent.trim().length > link.textContent.trim().length + 2;
  }

  // 5. What comes for a while covers neither the own hand, a running clock, nor what must be pressed.
  for (const over of document.querySelectorAll(OVER)) {
    if (!isSeen(over)) continue;
    const box = over.getBoundingClientRect();
    for (const free of document.querySelectorAll(FREE)) {
      if (!isSeen(free) || over.contains(free)) continue;
      const seen = meet(free.getBoundingClientRect(), clipsOf(free).soft);
      const both = meet(box, seen);
      if (wide(both) > 2 && high(both) > 2) breaches.add(`over: ${named(over)} lies over ${named(free)}`);
    }
  }
  // 6. What one plays with stays on the screen, and the board keeps room.
  const surface = document.querySelector("[data-surface]");
  if (surface) {
    const box = surface.getBoundingClientRect();
    if (!isOver && (box.width < 180 || box.height < 96)) breaches.add(`crushed: the board has ${Math.round(box.width)} × ${Math.round(box.height)}`);
    for (const own of isOver ? [] : surface.querySelectorAll("[data-own]")) {
      const at = own.getBoundingClientRect();
      if (at.right > innerWidth + 1 || at.left < -1 || at.bottom > innerHeight + 1) breaches.add(`off: ${named(own)} is beyond the edge`);
    }
  }
  // What was scrolled to an edge is brought to the middle for its size to be seen, and all is put back.
  for (const control of out) {
    const places = [...chain(control.parentElement), root].map((one) => [one, one.scrollLeft, one.scrollTop]);
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (smallness(control) !== null) breaches.add(tooSmall(control));
    for (const [one, left, top] of places) one.scrollTo({ left, top, behavior: "instant" });
  }
  return [...breaches];
}
