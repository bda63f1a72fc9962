import { lazy, Suspense, useEffect, useState } from "react";
import { speak, withPageWords } from "../i18n";
import { useTranslation } from "../i18n/useTranslation";
import { isOnScreen } from "../state/openTable";
import { languageOf } from "../state/settings";
import { CardHost } from "../screens/card/CardHost";
import { BackToTable } from "../screens/BackToTable";
import { LinkBanner } from "../screens/LinkBanner";
import { ElsewhereScreen } from "../screens/welcome/ElsewhereScreen";
import { Notices } from "../screens/Notices";
import { SandboxBanner } from "../screens/SandboxBanner";
import { Entering } from "../screens/welcome/Entering";
import { useIsVisitor } from "../screens/visits/useVisits";
import { WelcomeScreen } from "../screens/welcome/WelcomeScreen";
import { loadRoom } from "../screens/room/load";
import { loadTable } from "../screens/table/load";
import { useApp } from "./context";
import { Boundary } from "./Boundary";
import { addressOf, usePage } from "./pages";
import { isDrawn, isForEveryone, isForResidents, PageScreen } from "./screens";
import { useTableAddress } from "./useTableAddress";
import { useTitle } from "./useTitle";
import { usePush } from "./usePush";
import { useInstalled } from "./useInstalled";
import { useTurnAlert } from "./useTurnAlert";

/** None of these is needed at the door: the room comes while a session is taken up, the table while one is in the room. */
const RoomScreen = lazy(() => loadRoom().then((found) => ({ default: found.RoomScreen })));
const TableScreen = lazy(() => loadTable().then((found) => ({ default: found.TableScreen })));
const AtHomeOnly = lazy(
  withPageWords(() => import("../screens/visits/AtHomeOnly").then((found) => ({ default: found.AtHomeOnly }))),
);
const UnknownAddress = lazy(
  withPageWords(() => import("../screens/UnknownAddress").then((found) => ({ default: found.UnknownAddress }))),
);

/** Which screen is shown follows from the address, and from what the server has said. */
export function App() {
  useLanguage();
  useTitle();
  useTurnAlert();
  usePush();
  useInstalled();
  const page = usePage();
  return (
    <>
      <SandboxBanner />
      <Boundary at={page === null ? "" : addressOf(page)}>
        <Screen />
      </Boundary>
      <CardHost />
      <LinkBanner />
      <Notices />
    </>
  );
}

function Screen() {
  const token = useApp((state) => state.token);
  const here = useApp((state) => state.room !== null);
  const begins = useApp((state) => state.begins);
  const open = useApp((state) => state.open);
  const elsewhere = useApp((state) => state.elsewhere);
  const visits = useIsVisitor();
  const page = usePage();
  useTableAddress(page, page !== null && isDrawn(page));
  useEffect(() => {
    if (here) void loadTable().catch(() => undefined); // without it the table asks again
  }, [here]);
  if (page === null)
    return (
      <Suspense fallback={null}>
        <UnknownAddress />
      </Suspense>
    );
  const drawn = isDrawn(page);
  if (drawn && isForEveryone(page)) return <Drawn page={page} />;
  if (!token) return <WelcomeScreen />;
  if (elsewhere) return <ElsewhereScreen />;
  if (!here || (begins && page.at === "room")) return <Entering />;
  if (drawn && visits && isForResidents(page))
    return (
      <Suspense fallback={null}>
        <AtHomeOnly />
      </Suspense>
    );
  if (drawn) return <Drawn page={page} />;
  if (page.at === "table" && isOnScreen(open) && open.table === page.table)
    return (
      <Suspense fallback={null}>
        <TableScreen key={open.table} open={open} />
      </Suspense>
    );
  return (
    <Suspense fallback={<Entering />}>
      <RoomScreen asked={page.at === "table" ? page.table : null} />
    </Suspense>
  );
}

function Drawn({ page }: Parameters<typeof PageScreen>[0]) {
  return (
    <>
      <BackToTable />
      <Suspense fallback={null}>
        <PageScreen page={page} />
      </Suspense>
    </>
  );
}

/** The language chosen here, else the account's, else the browser's. */
function useLanguage(): void {
  const { language: shown } = useTranslation();
  const chosen = useApp((state) => state.settings.language);
  const account = useAccountLanguage();
  const language = languageOf([chosen, account, ...navigator.languages]);
  useEffect(() => {
    if (shown !== language) speak(language).catch(() => undefined); // words that cannot be loaded: those here stay
  }, [shown, language]);
}

/** That of the account that is signed in, as it was last known: the room is not there all the time. */
function useAccountLanguage() {
  const isSignedIn = useApp((state) => state.token !== null);
  const here = useApp((state) => state.room?.me.language);
  const [last, setLast] = useState(here);
  const now = isSignedIn ? (here ?? last) : undefined;
  if (now !== last) setLast(now);
  return now;
}
