import type { Recording, SeatView } from "kafeneio-client";

type Seats = readonly { name: string; account: string | null }[];

/** Seats as a game's component knows them; `computer`: what a computer player is called; `imported`: of a match that
 * other people have played elsewhere. */
export function seatViews(
  seats: Seats,
  computer: (name: string) => string,
  calls: (name: string) => string,
  imported = false,
): SeatView[] {
  return seats.map(({ name, account }) => ({
    name: imported ? name : account === null ? computer(name) : calls(name),
    account,
    bot: account === null && !imported,
    connected: true,
    elo: null,
    timeouts: 0,
    left: false,
    away_ms_left: null,
    choice: null,
    free: false,
  }));
}

/** The names of each side's players. */
export function sideNames({ sides }: Pick<Recording, "sides">, seats: readonly SeatView[]): string[][] {
  return sides.map((side) => side.map((seat) => seats[seat]?.name ?? ""));
}
