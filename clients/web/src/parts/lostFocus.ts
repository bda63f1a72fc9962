/** What may say where one is when the control that had the focus is gone: a named part of the page, or all of it. */
const PARTS = "dialog, section, nav, aside, main";
const CHANGES = { subtree: true, childList: true, attributeFilter: ["disabled"] };

/**
 * Whoever goes by keys or by ear stays where they were. When the control that had the focus is gone, the focus moves to
 * the heading of the part of the page that it stood in, never on to the next control, which a second press would set
 * off; one that could not be pressed for a while gets it back. To be called once.
 */
export function followFocus(): void {
  let control: HTMLElement | null = null;
  let around: HTMLElement[] = [];
  let isByPointer = false;
  let frame = 0;

  const bringBack = () => {
    if (!control || !isLost() || control.matches(":disabled")) return;
    const part = around.find((each) => each.isConnected);
    const place = control.isConnected ? control : (part?.querySelector<HTMLElement>("h1, h2, h3") ?? part);
    if (place !== control) place?.setAttribute("tabindex", "-1"); // for the page alone to focus
    place?.focus({ preventScroll: true });
  };
  /** In the third frame: whatever has a better place for it (a dialog, the table) has then put it there. */
  const later = (frames: number) => {
    frame = requestAnimationFrame(() => (frames > 1 ? later(frames - 1) : bringBack()));
  };
  const onChange = () => {
    cancelAnimationFrame(frame);
    if (control && !isByPointer && isLost()) later(3);
  };

  document.addEventListener("focusin", ({ target }) => {
    control = target instanceof HTMLElement ? target : null;
    around = control ? partsAround(control) : [];
  });
  document.addEventListener("keydown", () => (isByPointer = false), true);
  document.addEventListener("pointerdown", () => (isByPointer = true), true);
  new MutationObserver(onChange).observe(document.body, CHANGES);
}

/** The nearest first. */
function partsAround(control: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = control.closest<HTMLElement>(PARTS); at; at = at.parentElement?.closest(PARTS) ?? null) found.push(at);
  return found;
}

function isLost(): boolean {
  const { activeElement: active, body } = document;
  return active === null || active === body;
}
