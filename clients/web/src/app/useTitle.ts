import { useEffect } from "react";
import { useTranslation } from "../i18n/useTranslation";
import { isYourTurn } from "../state/openTable";
import { useApp } from "./context";

/** The page's title: it calls whoever looks at another tab when it is their turn or somebody invites them. */
export function useTitle(): void {
  const { t } = useTranslation();
  const turn = useApp(({ open }) => isYourTurn(open));
  const called = useApp((state) => state.called !== null);
  const invited = useApp((state) => state.room !== null && state.room.invitations.size > 0);
  const house = t("house.name");
  const { t: competitions } = useTranslation("competitions");
  const call = called
    ? competitions("game.starts")
    : turn
      ? t("table.yourTurn")
      : invited
        ? t("invitation.heading")
        : null;
  const title = call ? `● ${call} · ${house}` : house;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
