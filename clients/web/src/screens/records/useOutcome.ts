import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useComputerName } from "../../people/useComputerNames";
import { useApp } from "../../app/context";

interface Ended {
  outcome: string;
  seats: readonly { name: string; account: string | null }[];
  winners?: readonly number[];
  result?: Record<string, unknown>;
}

/** How a match ended, in one sentence; from the chair of whoever looks, if they sat there. */
export function useOutcome(): (ended: Ended) => string {
  const { t } = useTranslation();
  const called = useComputerName();
  const { list } = useFormats();
  const own = useApp((state) => state.room?.me.account ?? null);
  return ({ outcome, seats, winners, result }) => {
    if (outcome === "tied") return t("result.tied");
    const won = winners ?? (result?.["winners"] as number[] | undefined) ?? [];
    const seat = seats.findIndex((each) => each.account !== null && each.account === own);
    if (seat >= 0) return t(won.includes(seat) ? "result.won" : "result.lost");
    const names = won.map((each) => called(seats[each]?.name ?? ""));
    return t("result.wonBy", { names: list(names) });
  };
}
