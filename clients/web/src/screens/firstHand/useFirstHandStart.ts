import { useApp, useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { defaultOptions, otherSeats } from "../../state/games";

/** Begins a guided first hand of a game: at the table where one practises it or looks at it, else at a new one against
 * computers; null: not from here. */
export function useFirstHandStart(game: string): (() => void) | null {
  const { t } = useTranslation();
  const client = useClient();
  const info = useApp(({ catalogue }) => catalogue?.find((each) => each.game === game) ?? null);
  const view = useApp(({ open }) => open?.view ?? null);
  const isFree = useApp(({ room, open }) => room !== null && open === null);
  const here = view?.game === game && (view.house ? view.you === null : view.practice && view.you !== null);
  if (here) return () => client.firstHand.begin(game);
  if (!isFree || !info || info.house_banked) return null;
  return () => {
    client.firstHand.begin(game);
    void client.playComputer(t("now.computerTable"), game, otherSeats(info, defaultOptions(info)));
  };
}
