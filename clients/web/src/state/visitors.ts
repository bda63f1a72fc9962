import type { Account } from "kafeneio-client";

const PATH = "/visit";
/** As `KAFENEIO_CELL` may be: what stands before `~` in an id, and behind `@` in a visitor's name. */
const CELL = /^([a-z0-9]{1,8})~/;

/** The pass with which this page was opened; nothing else keeps it. */
let pass: string | null = null;

/** Takes the pass from the address (`/visit#PASS`) and removes it there, so that no history and no bookmark has it. */
export function readPass(): void {
  const { pathname, hash } = window.location;
  if (pathname.replace(/\/$/, "") !== PATH || hash.length < 2) return;
  pass = hash.slice(1);
  window.history.replaceState(null, "", PATH);
}

/** The pass of this arrival; null when there is none, or it was used. */
export const arrivalPass = (): string | null => pass;

/** A pass holds once. */
export function dropPass(): void {
  pass = null;
}

/** The id of the cell in which an account was made; null: made before its cell had a name, or in the only one. */
export function cellOf(account: string): string | null {
  return CELL.exec(account)?.[1] ?? null;
}

/** The cell from which somebody visits, by their name here (`anna@eu1`); null: at home here. No username has an `@`. */
export function homeOf(name: string): string | null {
  const at = name.lastIndexOf("@");
  return at < 0 ? null : name.slice(at + 1);
}

/** Whether the person at this browser is at home in another cell. A server of the release before does not say. */
export function isVisitor({ home }: Account): boolean {
  return (home ?? null) !== null;
}
