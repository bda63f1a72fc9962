import type { RecordingLine } from "kafeneio-client";
import { useFormats } from "../../../i18n/useFormats";
import { useGameWords } from "../../../i18n/useWords";
import { useComputerName } from "../../../people/useComputerNames";

/** A match in a line: the game, who played, when it ended. */
export function useMatchWords(): (line: Pick<RecordingLine, "game" | "seats" | "ended_at_ms">) => string {
  const words = useGameWords();
  const called = useComputerName();
  const { list, moment } = useFormats();
  return ({ game, seats, ended_at_ms: endedAtMs }) =>
    `${words.name(game)}: ${list(seats.map((each) => called(each.name)))}, ${moment(endedAtMs)}`;
}
