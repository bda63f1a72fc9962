import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useApp, useClient } from "../app/context";
import { usePage } from "../app/pages";
import { offeredNow, onOffer } from "../app/push";
import { installOffered, onInstallOffer } from "../app/install";
import { family } from "../games/registry";
import { withPageWords } from "../i18n";
import { useTranslation } from "../i18n/useTranslation";
import { useSays, useWords } from "../i18n/useWords";
import { Button } from "../parts/Button";
import { IconButton } from "../parts/IconButton";
import { tap } from "../parts/sounds";
import { isOnScreen } from "../state/openTable";
import { read, write } from "../state/storage";
import type { Notice } from "../state/store";
import { CalledSlip } from "./CalledSlip";
import { useShownName } from "../people/useShownName";
import styles from "./Notices.module.css";
import { RulesDialog } from "./rules/RulesDialog";

const SHOWN_MS = 9_000;
/** Behind the door alone. Without it nothing is offered, and the page stands. */
const loadPushSlip = withPageWords(() => import("./PushSlip"));
const PushSlip = lazy(() =>
  loadPushSlip().then(
    (found) => ({ default: found.PushSlip }),
    () => ({ default: () => null }),
  ),
);

const loadInstallSlip = withPageWords(() => import("./InstallSlip"));
const InstallSlip = lazy(() =>
  loadInstallSlip().then(
    (found) => ({ default: found.InstallSlip }),
    () => ({ default: () => null }),
  ),
);

/** Refusals and news in words. They go by themselves, but not while somebody reads the rules from them. */
export function Notices() {
  const { t } = useTranslation();
  const notices = useApp((state) => state.notices);
  const isShown = useApp((state) => isOnScreen(state.open));
  const atTable = usePage()?.at === "table" && isShown;
  const isOffered = useSyncExternalStore(onOffer, offeredNow) !== null;
  const install = useSyncExternalStore(onInstallOffer, installOffered);
  const [rules, setRules] = useState<{ game: string; section: string } | null>(null);
  return (
    <>
      <div
        className={styles.place}
        data-at-table={atTable}
        role="region"
        aria-label={t("notice.label")}
        aria-live="polite"
      >
        {/* First: at a table the last one lies on top, and an offer hides no news. */}
        {atTable && <SoundSlip />}
        {notices.map((notice) => (
          <Slip key={notice.id} notice={notice} onRules={(game, section) => setRules({ game, section })} />
        ))}
        <CalledSlip />
        {isOffered && (
          <Suspense fallback={null}>
            <PushSlip />
          </Suspense>
        )}
        {install !== null && !isOffered && (
          <Suspense fallback={null}>
            <InstallSlip way={install} />
          </Suspense>
        )}
      </div>
      {rules && <RulesDialog {...rules} onClose={() => setRules(null)} />}
    </>
  );
}

function Slip({ notice, onRules }: { notice: Notice; onRules: (game: string, section: string) => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const words = useNoticeWords(notice);
  const { id, game, code } = notice;
  useEffect(() => {
    const timer = setTimeout(() => client.dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [client, id]);
  const section = game ? family(game)?.sections[code] : undefined;
  if (!words) return null;
  return (
    <div className={styles.slip} data-kind={notice.kind} data-notice>
      <p>{words}</p>
      {game && section && (
        <Button kind="plain" onClick={() => onRules(game, section)}>
          {t("notice.rules")}
        </Button>
      )}
      <IconButton icon="close" label={t("common.dismiss")} onClick={() => client.dismiss(id)} />
    </div>
  );
}

const OFFERED = "kafeneio.soundsOffered";

/** At the first table in this browser, and never again: whether there are sounds, and the way to the other. */
function SoundSlip() {
  const { t } = useTranslation();
  const client = useClient();
  const isOn = useApp((state) => state.settings.sounds);
  const [shown, setShown] = useState(() => read(OFFERED) === null);
  useEffect(() => {
    write(OFFERED, "true");
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  const toOther = () => {
    client.setSettings({ sounds: !isOn });
    if (!isOn) tap();
    setShown(false);
  };
  return (
    <div className={styles.slip} data-kind="sounds" data-notice>
      <p>{t(isOn ? "notice.soundsOn" : "notice.soundsOff")}</p>
      <Button kind="plain" onClick={toOther}>
        {t(isOn ? "notice.switchOff" : "notice.switchOn")}
      </Button>
      <IconButton icon="close" label={t("common.dismiss")} onClick={() => setShown(false)} />
    </div>
  );
}

/** The words of a notice; a reason for being sent that has none (an ordinary end) is not worth any. */
function useNoticeWords({ kind, code, detail, game, name }: Notice): string | null {
  const says = useSays();
  const { has, lookUp } = useWords();
  const shown = useShownName();
  if (kind === "refused") return says({ code, detail, game });
  if (has(code, "sent")) return lookUp(code, "sent", { name: shown(name ?? lookUp("somebody", "sent")) });
  return has(code, "error") ? lookUp(code, "error") : null;
}
