import { useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { useApp, useClient } from "../../app/context";
import type { TableView } from "kafeneio-client";
import { family } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { useNamedComputers } from "../../people/useComputerNames";
import { caughtUp, drawn, hasEnded, type OpenTable } from "../../state/openTable";
import { CareDialogs } from "../chips/CareDialogs";
import { FirstHandSlip } from "../firstHand/FirstHandSlip";
import { Invitations } from "../room/Invitations";
import { RulesDialog } from "../rules/RulesDialog";
import { Announcer } from "./Announcer";
import { ChatDrawer } from "./ChatDrawer";
import { canAsk, Hint } from "./Hint";
import { ResultPanel } from "./ResultPanel";
import { Rim } from "./Rim";
import { Seats } from "./Seats";
import { Surface } from "./Surface";
import styles from "./TableScreen.module.css";
import { useFocusAtTable } from "./useFocusAtTable";
import { useGifts } from "./useGifts";
import { useEventSound } from "./useEventSound";

/**
 * The shell around every game: seats, clocks, stake, chat, rules, result. The game draws only its own surface. What others
 * do is drawn between frames, not before the next one: pieces that move meanwhile do not halt.
 */
export function TableScreen({ open }: { open: OpenTable }) {
  const named = useNamedComputers(useDrawn(open));
  return named.view ? <Laid open={named} view={named.view} /> : <Walking />;
}

/** The state that is drawn now. Several frames may have come since the one before. */
function useDrawn(open: OpenTable): OpenTable {
  const next = drawn(open, useDeferredValue(open));
  const [last, setLast] = useState({ next, shown: next });
  if (last.next === next) return last.shown;
  const shown = caughtUp(last.shown, next);
  setLast({ next, shown });
  return shown;
}

/** Before the first view. */
function Walking() {
  const { t } = useTranslation();
  const client = useClient();
  return (
    <main className={styles.walking}>
      <p role="status">{t("table.loading")}</p>
      <Button onClick={() => client.goBack()}>{t("common.back")}</Button>
    </main>
  );
}

function Laid({ open, view }: { open: OpenTable; view: TableView }) {
  const [chat, setChat] = useState(false);
  const [hint, setHint] = useState<number | null>(null);
  const [rules, setRules] = useState<{ section: string | null } | null>(null);
  const screen = useRef<HTMLDivElement>(null);
  useFocusAtTable(screen);
  useEventSound(open);
  useGifts(view.table);
  const ended = hasEnded(open);
  const says = useSection(view.game);
  const count = view.seats.length;
  const many = count > 2 && !family(view.game)?.ownSeats;
  const onChat = useCallback(() => setChat((shown) => !shown), []);
  const onRules = useCallback(() => setRules({ section: says }), [says]);
  const version = useRef(open.version);
  useEffect(() => {
    version.current = open.version;
  });
  const onHint = useCallback(() => setHint(version.current), []);
  return (
    <div
      ref={screen}
      className={styles.screen}
      data-ended={ended}
      data-seats={count}
      data-many={many}
      data-chatting={chat}
    >
      <Rim view={view} chatOpen={chat} onChat={onChat} onRules={onRules} onHint={onHint} />
      <main className={styles.table}>
        <Seats atMs={open.catchup?.untilMs ?? open.atMs} view={view} />
        <Surface open={open} view={view} />
      </main>
      {ended && open.resultSeats && view.result && (
        <ResultPanel open={open} view={view} result={view.result} then={open.resultSeats} />
      )}
      {hint !== null && hint === open.version && canAsk(view) && (
        <Hint view={view} version={hint} onClose={() => setHint(null)} />
      )}
      {hint === null && !chat && !ended && <FirstHandSlip view={view} />}
      {chat && <ChatDrawer view={view} onClose={() => setChat(false)} />}
      {rules && <RulesDialog game={view.game} section={rules.section} onClose={() => setRules(null)} />}
      {view.you === null && <Invitations over />}
      {view.you === null && view.house && <CareDialogs />}
      <Announcer open={open} view={view} />
    </div>
  );
}

/** The section of the rules that matters now: that of the refusal on the screen, if there is one. */
function useSection(game: string): string | null {
  const code = useApp((state) => state.notices.findLast((notice) => notice.game === game)?.code);
  return (code && family(game)?.sections[code]) ?? null;
}
