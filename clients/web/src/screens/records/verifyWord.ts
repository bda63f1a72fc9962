import { family } from "../../games/registry";

/** What the link to the check of a match is called: where chance decides only who begins, the name has it. */
export function verifyWord(game: string): "matches.verify" | "matches.verifyStart" {
  return family(game)?.drawsOnlyStarter ? "matches.verifyStart" : "matches.verify";
}
