import { load, save } from "./storage";

const KEY = "kafeneio.visited";

/** Whether an account has logged in with this browser before: the welcome page asks for a name, else it offers to
 * register. */
export function hasVisited(): boolean {
  return load(KEY, false);
}

/** From now on this browser is known. */
export function setVisited(): void {
  save(KEY, true);
}
