import { family } from "../games/registry";
import type { GameInfo } from "../generated/rest";

export type Options = Record<string, unknown>;

/** The options with which a game is offered: the first allowed value of each. */
export function defaultOptions(info: GameInfo): Options {
  return Object.fromEntries(Object.entries(info.options).map(([option, values]) => [option, values[0]]));
}

/** How many people these options seat: as the game knows, or an option says, else as the defaults do. */
export function seatsOf(info: GameInfo, options: Options): number {
  const said = family(info.game)?.seats?.(options) ?? options["players"] ?? options["seats"];
  return typeof said === "number" && info.seats.includes(said) ? said : (info.seats[0] ?? 2);
}

/** The seats beside one's own. */
export function otherSeats(info: GameInfo, options: Options): number[] {
  return Array.from({ length: seatsOf(info, options) - 1 }, (_, at) => at + 1);
}

/** How many sides share the stakes: the game's own, or one for each seat. */
export function sidesOf(info: GameInfo | null, seats: number): number {
  return info && info.sides.flat().length === seats ? info.sides.length : seats;
}
