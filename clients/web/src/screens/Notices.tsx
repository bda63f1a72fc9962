import { useEffect, useState } from "react";
import { useApp, useClient } from "../app/context";
import { family } from "../games/registry";
import { useTranslation } from "../i18n/useTranslation";
import { useSays, useWords } from "../i18n/useWords";
import { Button } from "../parts/Button";
import { IconButton } from "../parts/IconButton";
import { isOnScreen } from "../state/openTable";
import type { Notice } from "../state/store";
import { CalledSlip } from "./CalledSlip";
import styles from "./Notices.module.css";
import { RulesDialog } from "./rules/RulesDialog";

const SHOWN_MS = 9_000;

/** Refusals and news in words. They go by themselves, but not while somebody reads the rules from them. */
export function Notices() {
  const { t } = useTranslation();
  const notices = useApp((state) => state.notices);
  const atTable = useApp((state) => isOnScreen(state.open));
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
        <CalledSlip />
        {notices.map((notice) => (
          <Slip key={notice.id} notice={notice} onRules={(game, section) => setRules({ game, section })} />
        ))}
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
    <div className={styles.slip} data-kind={notice.kind}>
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

/** The words of a notice; a reason for being sent that has none (an ordinary end) is not worth any. */
function useNoticeWords({ kind, code, detail, game, name }: Notice): string | null {
  const says = useSays();
  const { has, lookUp } = useWords();
  if (kind === "refused") return says({ code, detail, game });
  if (has(code, "sent")) return lookUp(code, "sent", { name: name ?? lookUp("somebody", "sent") });
  return has(code, "error") ? lookUp(code, "error") : null;
}
