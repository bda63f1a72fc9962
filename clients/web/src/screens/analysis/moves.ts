/** Words of moves: those of the page, and names of cards in its language. */
export interface MoveWords {
  say: (
    key:
      | "bar"
      | "off"
      | "resign"
      | "playOn"
      | "pass"
      | "contra"
      | "recontra"
      | "declare"
      | "leave"
      | "swap"
      | "capot"
      | "callTichu"
      | "grandTichu"
      | "noGrandTichu"
      | "giveDragon"
      | "other",
  ) => string;
  card: (code: string) => string;
  /** A card of tichu's pack. */
  tichuCard: (code: string) => string;
}

type Move = Readonly<Record<string, unknown>> | null;

const SUITS: Readonly<Record<string, string>> = { c: "♣", d: "♦", h: "♥", s: "♠" };
const PLAIN: Readonly<Record<string, Parameters<MoveWords["say"]>[0]>> = {
  resign: "resign",
  pass: "pass",
  contra: "contra",
  recontra: "recontra",
  declare: "declare",
  leave: "leave",
  swap: "swap",
  call_tichu: "callTichu",
  give_dragon: "giveDragon",
};

/** A move of a game that is analysed, as short as a player writes it; null: to play on instead of resigning. */
export function moveText(move: Move, words: MoveWords): string {
  if (move === null) return words.say("playOn");
  const { move: kind, steps, card, cards, tile, value, suit, call } = move;
  if (Array.isArray(steps)) return stepsText(steps, words);
  if (typeof card === "string") return words.card(card);
  if (typeof tile === "string") return tile;
  const ofTichu = kind === "exchange" ? [move.next, move.partner, move.prev] : cards;
  if (Array.isArray(ofTichu)) return ofTichu.map((code) => words.tichuCard(String(code))).join(", ");
  if (kind === "grand_tichu") return words.say(call === true ? "grandTichu" : "noGrandTichu");
  if (kind === "bid") return `${value === "capot" ? words.say("capot") : String(value)} ${suitText(suit)}`.trim();
  return words.say((typeof kind === "string" && PLAIN[kind]) || "other");
}

function suitText(suit: unknown): string {
  return typeof suit === "string" ? (SUITS[suit] ?? suit) : "";
}

/** `24→18→14`: steps of one checker in a row are one way, and the same way of several checkers stands once. */
function stepsText(steps: readonly unknown[], words: MoveWords): string {
  const ways: unknown[][] = [];
  for (const step of steps) {
    if (!Array.isArray(step)) continue;
    const [from, to] = step as [unknown, unknown];
    const before = ways.find((way) => way.at(-1) === from && from !== "off");
    if (before) before.push(to);
    else ways.push([from, to]);
  }
  const texts = ways.map((way) => way.map((place) => placeText(place, words)).join("→"));
  return [...new Set(texts)]
    .map((text) => {
      const times = texts.filter((each) => each === text).length;
      return times > 1 ? `${text} (×${times})` : text;
    })
    .join(", ");
}

function placeText(place: unknown, words: MoveWords): string {
  if (place === "bar" || place === 25) return words.say("bar");
  return place === "off" || place === 0 ? words.say("off") : String(place);
}
