import type { TableView } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import type { ResultSeats } from "../../state/openTable";
import { useOwnSeat } from "./useEnding";

/** How the last match ended, in one sentence from the viewer's chair. */
export function useHeadline(view: TableView, then: ResultSeats | null): string {
  const { t } = useTranslation(["app", "play"]);
  const own = useOwnSeat(view);
  const { result } = view;
  const { list } = useFormats();
  if (!result || !then) return "";
  const { outcome, winners } = result;
  const halves = result.seats.flatMap((seat, at) => (seat.label === "half_win" ? [at] : []));
  if (halves.length > 0) {
    const won = halves.map((seat) => then.seats[seat]?.name ?? "");
    return t("play:tie.halfWin", { count: won.length, names: list(won) });
  }
  if (outcome === "tied" || outcome === "void" || outcome === "not_completed") return t(`result.${outcome}`);
  const you = then.you ?? own;
  if (you !== null) return t(winners.includes(you) ? "result.won" : "result.lost");
  const names = winners.map((seat) => then.seats[seat]?.name ?? "");
  return t("result.wonBy", { names: list(names) });
}
