import { family, familyOf } from "../games/registry";
import type { GameInfo } from "kafeneio-client";

export type Options = Record<string, unknown>;

/** Families in the order in which people here ask for them; others come after these, house-banked games last. */
const ORDER = ["tavli", "pilotta", "mpirimpa", "tichu", "dominoes", "koumkan", "buraco", "tictactoe", "baccarat"];

export function gamesInOrder(catalogue: readonly GameInfo[]): GameInfo[] {
  const rank = (info: GameInfo) => rankOf(info.game) + (info.house_banked ? 2 * ORDER.length : 0);
  return [...catalogue].sort((a, b) => rank(a) - rank(b));
}

/** The same for games by their ids alone. */
export function idsInOrder(games: readonly string[]): string[] {
  return [...games].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(game: string): number {
  const named = ORDER.indexOf(familyOf(game) ?? "");
  return named === -1 ? ORDER.length : named;
}

/** The values of an option as they are offered: numbers rise, and come before words. */
export function valuesInOrder(values: readonly unknown[]): unknown[] {
  const numbers = values.filter((value) => typeof value === "number");
  return [...numbers.sort((a, b) => a - b), ...values.filter((value) => typeof value !== "number")];
}

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
