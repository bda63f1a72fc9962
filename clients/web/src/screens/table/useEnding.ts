import type { LeftView } from "kafeneio-client";
import { useApp, useGameInfo } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useComputerName } from "../../people/useComputerNames";
import { useShownName } from "../../people/useShownName";
import { isPartner } from "../../people/usePlaceName";
import { ownSeat, sentencesOf, type Ending, type Sentence } from "../../state/endings";
import type { StillView } from "../../state/still";

/** Puts the sentences about an ending into words. */
export function useEndingWords(): (ending: Ending) => string[] {
  const { t } = useTranslation("play");
  const called = useComputerName();
  const calls = useShownName();
  const word = (sentence: Sentence) => {
    if (!("name" in sentence)) return t(`ending.${sentence.key}`);
    const name = calls(sentence.name);
    if (!("computer" in sentence)) return t(`ending.${sentence.key}`, { name });
    return t(`ending.${sentence.key}`, { name, computer: called(sentence.computer) });
  };
  return (ending) => sentencesOf(ending).map(word);
}

/**
 * What is to be said of the match at the table beside who has won it, from the reader's chair, kept or left; `seats`: only of
 * those who left these.
 */
export function useEnding(view: StillView, seats: readonly number[] | null = null): string[] {
  const info = useGameInfo(view.game);
  const words = useEndingWords();
  const you = useOwnSeat(view);
  if (view.house) return [];
  const over = view.phase !== "playing" && view.phase !== "asking";
  return words({
    result: over ? view.result : null,
    departures: view.departures.filter(({ seat }) => seats === null || seats.includes(seat)),
    you,
    isPartner: (seat) => you !== null && isPartner(info, seat, you, view.seats.length),
    computer: (seat) => view.seats[seat]?.name ?? "",
  });
}

/** The seat that the reader has, or had before they left; null: only watching. */
export function useOwnSeat(view: StillView): number | null {
  const account = useApp((state) => state.room?.me.account ?? null);
  return ownSeat(view.you, view.departures, account);
}

/** Who left a seat for good in the match that is shown; null: nobody. */
export function leaverOf(view: StillView, seat: number): LeftView | null {
  return view.departures.find((each) => each.seat === seat) ?? null;
}
