import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { speak } from "../i18n";
import { languageOf } from "../state/settings";
import { LinkBanner } from "../screens/LinkBanner";
import { Notices } from "../screens/Notices";
import { Entering } from "../screens/welcome/Entering";
import { WelcomeScreen } from "../screens/welcome/WelcomeScreen";
import { RoomScreen } from "../screens/room/RoomScreen";
import { TableScreen } from "../screens/table/TableScreen";
import { useApp } from "./context";
import { useTitle } from "./useTitle";

/** Which screen is shown follows from the state alone. */
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
  if (!token) return <WelcomeScreen />;
  if (!here) return <Entering />;
  return open ? <TableScreen key={open.table} open={open} /> : <RoomScreen />;
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
