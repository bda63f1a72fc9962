import type { Dominoes } from "../../generated/games/dominoes";

export type View = Dominoes["view"];
export type Lay = Dominoes["move"];
export type End = "up_left" | "down_right";

/** What becomes of a wish to lay a tile: it is sent, the end is asked for, or a code of the rules refuses it. */
export type Answer = { move: Lay } | { ask: string } | { refuse: string };

/** The ends where a tile may go now; `null` for the first tile. */
export function endsFor(view: View, tile: string): (End | null)[] {
  return view.options.filter(([name]) => name === tile).map(([, end]) => end);
}

/** The same order of refusals as the server's. */
export function wish(view: View, yourTurn: boolean, tile: string, side: End | null): Answer {
  if (view.phase === "match_over") return { refuse: "match_over" };
  if (view.phase === "hand_over") return { refuse: "wrong_phase" };
  if (!yourTurn) return { refuse: "not_your_turn" };
  const ends = endsFor(view, tile);
  if (ends.length === 0) return { refuse: "tile_not_suitable" };
  if (ends.length === 1) return { move: { move: "lay", tile } };
  return side === null ? { ask: tile } : { move: { move: "lay", tile, side } };
}

/** A tile in one's rack as it stands: it may be laid, it may not, or it is not the moment. */
export function standing(view: View, yourTurn: boolean, tile: string): "fits" | "unfit" | "waits" {
  if (!yourTurn) return "waits";
  return endsFor(view, tile).length > 0 ? "fits" : "unfit";
}
