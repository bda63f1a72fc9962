import { useEffect } from "react";
import { useTranslation } from "../i18n/useTranslation";
import { isYourTurn } from "../state/openTable";
import { useApp } from "./context";
import { usePageTitle } from "./pageTitle";

/** The page's title: it names what is shown, and calls whoever looks at another tab when it is their turn or somebody invites them. */
export function useTitle(): void {
  const { t } = useTranslation();
  const turn = useApp(({ open }) => isYourTurn(open));
  const called = useApp((state) => state.called !== null);
  const invited = useApp((state) => state.room !== null && state.room.invitations.size > 0);
  const house = t("house.name");
  const { t: door } = useTranslation("door");
  const call = called ? door("called.starts") : turn ? t("table.yourTurn") : invited ? t("invitation.heading") : null;
  const page = usePageTitle();
  const title = call ? `● ${call} · ${house}` : page ? `${page} · ${house}` : house;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
