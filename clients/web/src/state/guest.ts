import { load, save } from "./storage";

const KEY = "kafeneio.guest";

/** The guest account that this browser has: the secret that enters it, and how long it is kept without a visit. */
export interface GuestHere {
  key: string;
  keepDays: number;
}

export function guestHere(): GuestHere | null {
  return load<GuestHere | null>(KEY, null);
}

/** null: there is none any more. */
export function keepGuest(guest: GuestHere | null): void {
  save(KEY, guest);
}
