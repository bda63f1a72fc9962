// What tests find and press in a page, by the names that everybody has: the same code in every engine.
// `axe` computes the names; a query is { role, name, pattern, css, text, index }.
(() => {
  const ROLES = {
    button: "button, summary, [role=button]",
    link: "a[href]",
    heading: "h1, h2, h3, h4, [role=heading]",
    gridcell: "[role=gridcell]",
    dialog: "dialog, [role=dialog]",
    label: "label",
  };
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  const isShown = (one) =>
    one.checkVisibility({ visibilityProperty: true }) &&
    one.getClientRects().length > 0 &&
    !one.closest("[inert], [aria-hidden=true]");

  function withNames(ones, matches) {
    axe.setup(document.documentElement);
    try {
      return ones.filter((one) => matches(plain(axe.commons.text.accessibleText(one))));
    } finally {
      axe.teardown();
    }
  }

  function withText(text) {
    const holds = (one) => plain(one.textContent).includes(text);
    const all = [...document.body.querySelectorAll("*")].filter((one) => isShown(one) && holds(one));
    return all.filter((one) => ![...one.children].some((child) => isShown(child) && holds(child)));
  }

  function find({ role, name, pattern, css, text }) {
    if (text !== undefined) return withText(text);
    const ones = [...document.querySelectorAll(css ?? ROLES[role])].filter(isShown);
    if (name === undefined && pattern === undefined) return ones;
    const matches = pattern === undefined ? (said) => said === name : (said) => new RegExp(pattern).test(said);
    return role === "label" ? ones.filter((one) => matches(plain(one.textContent))) : withNames(ones, matches);
  }

  const isPart = (found, one) => found.contains(one) || one.closest("label")?.control === found;

  let aimed = null;
  let isMet = null;
  // Looked at when it happens: what was pressed may be gone because of it.
  addEventListener("pointerdown", ({ target }) => (isMet ??= aimed && isPart(aimed, target)), { capture: true });

  const painted = () => new Promise((done) => (document.hidden ? setTimeout(done, 20) : requestAnimationFrame(done)));

  /** Where to press what was asked for, once it lies still and nothing covers it; else why not. */
  async function spot(query) {
    const found = find(query)[query.index ?? 0];
    if (!found) return { why: "it is not there" };
    if (found.matches(":disabled, [aria-disabled=true]")) return { why: "it is disabled" };
    found.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const box = () => (found.matches("[data-place]") ? found.querySelector("rect") : found).getBoundingClientRect();
    const before = box();
    await painted();
    const { x, y, width, height } = box();
    if (before.x !== x || before.y !== y || width === 0) return { why: "it moves" };
    const at = [Math.round(x + width / 2), Math.round(y + height / 2)];
    const top = document.elementFromPoint(...at);
    if (!top || !isPart(found, top)) return { why: `${top?.outerHTML.slice(0, 200)} lies over it` };
    [aimed, isMet] = [found, null];
    return { at };
  }

  /** Whether the press met what it was meant for: a page may move at the last moment. */
  async function wasMet() {
    for (let times = 0; isMet === null && times < 50; times += 1) await painted();
    return isMet !== false;
  }

  /** As a person sets a date with the browser's own means, which are different everywhere. */
  function setDate(css, value) {
    const field = document.querySelector(css);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, value);
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    return field.value;
  }

  window.kafeneioTests = { find, spot, wasMet, setDate };
})();
