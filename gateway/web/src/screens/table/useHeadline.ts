import { useTranslation } from "react-i18next";
import type { TableView } from "../../generated/frames";
import { useFormats } from "../../i18n/useFormats";
import type { ResultSeats } from "../../state/openTable";

/** How the last match ended, in one sentence from the viewer's chair. */
export function useHeadline({ result }: TableView, then: ResultSeats | null): string {
  const { t } = useTranslation();
  const { list } = useFormats();
  if (!result || !then) return "";
  const { outcome, winners } = result;
  if (outcome === "tied" || outcome === "void" || outcome === "not_completed") return t(`result.${outcome}`);
  if (then.you !== null) return t(winners.includes(then.you) ? "result.won" : "result.lost");
  const names = winners.map((seat) => {
    const winner = then.seats[seat];
    return winner?.bot ? t("common.computer") : (winner?.name ?? "");
  });
  return t("result.wonBy", { names: list(names) });
}
