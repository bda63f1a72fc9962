import { lazy, Suspense, useEffect } from "react";
import { speak } from "../i18n";
import { useTranslation } from "../i18n/useTranslation";
import { isOnScreen } from "../state/openTable";
import { languageOf } from "../state/settings";
import { LinkBanner } from "../screens/LinkBanner";
import { ElsewhereScreen } from "../screens/welcome/ElsewhereScreen";
import { UnknownAddress } from "../screens/UnknownAddress";
import { Notices } from "../screens/Notices";
import { Entering } from "../screens/welcome/Entering";
import { AtHomeOnly } from "../screens/visits/AtHomeOnly";
import { useIsVisitor } from "../screens/visits/useVisits";
import { WelcomeScreen } from "../screens/welcome/WelcomeScreen";
import { RoomScreen } from "../screens/room/RoomScreen";
import { useApp } from "./context";
import { Boundary } from "./Boundary";
import { addressOf, goInstead, type Page, usePage } from "./pages";
import { isDrawn, isForEveryone, isForResidents, PageScreen } from "./screens";
import { useTableAddress } from "./useTableAddress";
import { useTitle } from "./useTitle";
import { useTurnAlert } from "./useTurnAlert";

/** Not needed before the login: it comes while one is in the room. */
const loadTable = () => import("../screens/table/TableScreen");
const TableScreen = lazy(() => loadTable().then((found) => ({ default: found.TableScreen })));

/** Which screen is shown follows from the address, and from what the server has said. */
export function App() {
  useLanguage();
  useTitle();
  useTurnAlert();
  const page = usePage();
  return (
    <>
      <Boundary at={page === null ? "" : addressOf(page)}>
        <Screen />
      </Boundary>
      <LinkBanner />
      <Notices />
    </>
  );
}

function Screen() {
  const token = useApp((state) => state.token);
  const here = useApp((state) => state.room !== null);
  const open = useApp((state) => state.open);
  const elsewhere = useApp((state) => state.elsewhere);
  const visits = useIsVisitor();
  const page = usePage();
  useTableAddress(page);
  useEffect(() => {
    if (here) void loadTable().catch(() => undefined); // without it the table asks again
  }, [here]);
  useCallBack(page);
  if (page === null) return <UnknownAddress />;
  const drawn = isDrawn(page);
  if (drawn && isForEveryone(page)) return <Drawn page={page} />;
  if (!token) return <WelcomeScreen />;
  if (elsewhere) return <ElsewhereScreen />;
  if (!here) return <Entering />;
  if (drawn && visits && isForResidents(page)) return <AtHomeOnly />;
  if (drawn) return <Drawn page={page} />;
  if (page.at === "table" && isOnScreen(open) && open.table === page.table)
    return (
      <Suspense fallback={null}>
        <TableScreen key={open.table} open={open} />
      </Suspense>
    );
  return <RoomScreen asked={page.at === "table" ? page.table : null} />;
}

function Drawn({ page }: Parameters<typeof PageScreen>[0]) {
  return (
    <Suspense fallback={null}>
      <PageScreen page={page} />
    </Suspense>
  );
}

/** A match that is on calls its player from any other page back to the table. */
function useCallBack(page: Page | null): void {
  const table = useApp(({ open }) => {
    const view = open?.view;
    const called = view && !open.inRoom && view.you !== null && (view.phase === "playing" || view.phase === "asking");
    return called ? view.table : null;
  });
  const away = table !== null && page !== null && isDrawn(page);
  useEffect(() => {
    if (away) goInstead({ at: "table", table });
  }, [away, table]);
}

/** The language chosen here, else the account's, else the browser's. */
function useLanguage(): void {
  const { language: shown } = useTranslation();
  const chosen = useApp((state) => state.settings.language);
  const account = useApp((state) => state.room?.me.language);
  const language = languageOf([chosen, account, ...navigator.languages]);
  useEffect(() => {
    if (shown !== language) speak(language).catch(() => undefined); // words that cannot be loaded: those here stay
  }, [shown, language]);
}
