import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { speak } from "../i18n";
import { languageOf } from "../state/settings";
import { LinkBanner } from "../screens/LinkBanner";
import { Notices } from "../screens/Notices";
import { Entering } from "../screens/welcome/Entering";
import { WelcomeScreen } from "../screens/welcome/WelcomeScreen";
import { RoomScreen } from "../screens/room/RoomScreen";
import { ErasedScreen } from "../screens/account/ErasedScreen";
import { HouseScreen, isAboutHouse, isOpenToAll } from "../screens/account/HouseScreen";
import { ChipsScreen, isAboutChips } from "../screens/chips/ChipsScreen";
import { RecordScreen } from "../screens/records/RecordScreen";
import { TableScreen } from "../screens/table/TableScreen";
import { useApp } from "./context";
import { goTo, type Page, usePage } from "./pages";
import { useTitle } from "./useTitle";

/** Which screen is shown follows from the state, and from the page that the address names. */
export function App() {
  useLanguage();
  useTitle();
  return (
    <>
      <Screen />
      <LinkBanner />
      <Notices />
    </>
  );
}

function Screen() {
  const token = useApp((state) => state.token);
  const here = useApp((state) => state.room !== null);
  const open = useApp((state) => state.open);
  const page = useFreePage();
  if (page?.at === "erased") return <ErasedScreen receipt={page.receipt} />;
  if (page && token && here && isAboutChips(page)) return <ChipsScreen page={page} token={token} />;
  if (page && isAboutHouse(page) && (isOpenToAll(page) || (token && here))) return <HouseScreen page={page} />;
  if (page && (page.at === "verify" || (token && here))) return <RecordScreen page={page} />;
  if (!token) return <WelcomeScreen />;
  if (!here) return <Entering />;
  return open ? <TableScreen key={open.table} open={open} /> : <RoomScreen />;
}

/** The page that the address names; a match that is on calls its player back to the table. */
function useFreePage(): Page | null {
  const page = usePage();
  const called = useApp(({ open }) => {
    const view = open?.view;
    return Boolean(view) && view?.you !== null && (view?.phase === "playing" || view?.phase === "asking");
  });
  const leave = page !== null && called;
  useEffect(() => {
    if (leave) goTo(null);
  }, [leave]);
  return leave ? null : page;
}

/** The language chosen here, else the account's, else the browser's. */
function useLanguage(): void {
  const { i18n } = useTranslation();
  const chosen = useApp((state) => state.settings.language);
  const account = useApp((state) => state.room?.me.language);
  const language = languageOf([chosen, account, ...navigator.languages]);
  useEffect(() => {
    if (i18n.language !== language) void speak(language);
  }, [i18n, language]);
}
