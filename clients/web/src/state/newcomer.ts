import { load, save } from "./storage";

const KEY = "kafeneio.newcomer";

/** The account that was begun in this browser and has neither played a match to its end nor closed the first steps. */
export const newcomerHere = (): string | null => load<string | null>(KEY, null);

/** null: there is none any more. */
export const keepNewcomer = (account: string | null): void => save(KEY, account);
