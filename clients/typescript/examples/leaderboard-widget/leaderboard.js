/**
 * A leaderboard of a coffee house on any page, without a build and without a session:
 *
 *   <script type="module" src="leaderboard.js"></script>
 *   <kafeneio-leaderboard site="https://play.example" board="weekly:all" places="10"></kafeneio-leaderboard>
 *
 * The site has to let this page's origin read what is public (KAFENEIO_GATEWAY_PUBLIC_ORIGINS). It is asked once a
 * minute while the page is seen. Words come from attributes, so that a page in any language can have its own:
 * `heading`, `label-name`, `label-rating`, `label-wins`, `label-empty`, `label-away`. Colours are the page's, and can be
 * set by the parts `table`, `heading` and `note`.
 */
const EVERY_MS = 60_000;
const PLACES_MAX = 100;
const WORDS = {
  heading: "Leaderboard",
  "label-name": "Player",
  "label-rating": "Rating",
  "label-wins": "Wins",
  "label-empty": "Nobody has played yet.",
  "label-away": "The leaderboard cannot be shown now.",
};
const STYLE = `
  :host { display: block; font: inherit; color: inherit; }
  h2 { margin: 0 0 0.5em; font-size: 1.1em; }
  table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th, td { padding: 0.25em 0.5em; text-align: end; border-block-end: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  .name { text-align: start; overflow-wrap: anywhere; }
  th { font-weight: 600; }
  p { margin: 0.5em 0 0; }
`;

class Leaderboard extends HTMLElement {
  static observedAttributes = ["site", "board", "places", ...Object.keys(WORDS)];

  #root = this.attachShadow({ mode: "open" });
  #timer = 0;
  #asked = 0;
  #found = null;
  #away = false;
  #onSeen = () => {
    if (!document.hidden) void this.#ask();
  };

  connectedCallback() {
    document.addEventListener("visibilitychange", this.#onSeen);
    this.#timer = setInterval(this.#onSeen, EVERY_MS);
    void this.#ask();
  }

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.#onSeen);
    clearInterval(this.#timer);
    this.#asked += 1; // an answer that is on its way comes too late
  }

  attributeChangedCallback(name) {
    if (!this.isConnected) return;
    if (name in WORDS) this.#draw();
    else void this.#ask();
  }

  /** Asks for the board; the last question alone is drawn. What was there stays while the site is away. */
  async #ask() {
    const site = (this.getAttribute("site") ?? "").replace(/\/$/, "");
    const board = this.getAttribute("board") ?? "weekly:all";
    const places = Math.min(Math.max(Number(this.getAttribute("places")) || 10, 1), PLACES_MAX);
    const number = (this.#asked += 1);
    let found = null;
    try {
      const address = `${site}/api/public/boards/${encodeURIComponent(board)}?limit=${places}`;
      const answer = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer" });
      if (answer.ok) found = await answer.json();
    } catch {
      // as one that is refused
    }
    if (number !== this.#asked) return;
    this.#found = found ?? this.#found;
    this.#away = found === null;
    this.#draw();
  }

  #word(name) {
    return this.getAttribute(name) ?? WORDS[name];
  }

  #draw() {
    const found = this.#found;
    const drawn = [element("style", STYLE), part("heading", element("h2", this.#word("heading")))];
    if (found?.rows.length) drawn.push(part("table", this.#table(found.rows)));
    else if (found) drawn.push(part("note", element("p", this.#word("label-empty"))));
    if (this.#away) {
      const note = part("note", element("p", this.#word("label-away")));
      note.setAttribute("role", "status");
      drawn.push(note);
    }
    this.#root.replaceChildren(...drawn);
  }

  #table(rows) {
    const numbers = new Intl.NumberFormat(this.closest("[lang]")?.lang || undefined);
    const table = document.createElement("table");
    const head = table.createTHead().insertRow();
    const columns = ["#", this.#word("label-name"), this.#word("label-rating"), this.#word("label-wins")];
    for (const [at, text] of columns.entries()) {
      const cell = element("th", text);
      cell.scope = "col";
      if (at === 1) cell.className = "name";
      head.append(cell);
    }
    const body = table.createTBody();
    for (const row of rows) {
      const line = body.insertRow();
      const cells = [numbers.format(row.place), row.name || "–", numbers.format(row.rating), numbers.format(row.wins)];
      for (const [at, text] of cells.entries()) {
        const cell = line.insertCell();
        cell.textContent = text; // never as HTML: names are other people's
        if (at === 1) cell.className = "name";
      }
    }
    return table;
  }
}

function element(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

function part(name, made) {
  made.setAttribute("part", name);
  return made;
}

customElements.define("kafeneio-leaderboard", Leaderboard);
