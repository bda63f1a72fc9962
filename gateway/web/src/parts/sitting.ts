/** Who sits on a seat, as far as a game's words need it. */
export interface Sitting {
  name: string | null;
  bot: boolean;
}

/** The name of who sits there, as on their plate. */
export function nameOf(seats: readonly Sitting[], seat: number): string {
  return seats[seat]?.name ?? "";
}
