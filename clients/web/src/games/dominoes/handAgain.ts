import type { EventView } from "kafeneio-client";
import type { View } from "./laying";

interface Laid {
  seat: number;
  tile: string;
  end: "up_left" | "down_right" | null;
  passed: number[];
  turn: number | null;
}

const SEATS = [0, 1, 2, 3];
const TILES_EACH = 7;

/** The view after each event of a hand that is not over: the deal first, then every lay. */
export function handAgain(view: View, you: number, events: readonly EventView[]): View[] {
  const lays = events.flatMap(({ kind, data }) => (kind === "lay" ? [data as unknown as Laid] : []));
  const own = lays.filter(({ seat }) => seat === you).map(({ tile }) => tile);
  const dealt = { ...view, hands: { [you]: [...own, ...(view.hands[you] ?? [])] }, ...EMPTY_TABLE, turn: view.leader };
  let shown: View = { ...dealt, faces: faces(dealt) };
  return events.map(({ kind, data }) => {
    if (kind === "lay") shown = after(shown, you, data as unknown as Laid);
    return shown;
  });
}

const EMPTY_TABLE = {
  counts: SEATS.map(() => TILES_EACH),
  chain: [],
  first: null,
  ends: null,
  passed: [],
  last_lay: null,
  lacks: SEATS.map(() => []),
  clock: null,
  options: [],
};

function after(view: View, you: number, { seat, tile, end, passed, turn }: Laid): View {
  const chain = placed(view, tile, end);
  const hands = { [you]: (view.hands[you] ?? []).filter((held) => seat !== you || held !== tile) };
  const counts = view.counts.map((count, at) => (at === seat ? count - 1 : count));
  const first = end === null ? 0 : end === "up_left" ? (view.first ?? 0) + 1 : view.first;
  const next = { ...view, chain, hands, counts, first, ends: endsOf(chain), passed, turn, last_lay: seat };
  return { ...next, faces: faces(next) };
}

/** The chain with one tile more, its half nearer `up_left` first (games/dominoes/RULES.md §5). */
function placed({ chain, ends }: View, tile: string, end: Laid["end"]): string[] {
  const [high = "", low = ""] = tile.split("-");
  if (end === null || ends === null) return [tile];
  if (end === "up_left") return [Number(low) === ends[0] ? tile : `${low}-${high}`, ...chain];
  return [...chain, Number(high) === ends[1] ? tile : `${low}-${high}`];
}

function endsOf(chain: readonly string[]): [number, number] {
  return [Number(chain[0]?.[0]), Number(chain.at(-1)?.[2])];
}

function faces({ turn, passed }: Pick<View, "turn" | "passed">): View["faces"] {
  return SEATS.map((seat) => (seat === turn ? "smiley" : passed.includes(seat) ? "red" : null));
}
