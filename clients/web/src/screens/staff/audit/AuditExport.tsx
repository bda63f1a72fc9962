import { useState } from "react";
import { newId, type AuditEntry } from "kafeneio-client";
import { refusal } from "../../../app/useRequest";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { Button } from "../../../parts/Button";
import { type AuditWanted, staffRest } from "../staffRest";
import { accountsNamed, useAuditSpeech } from "../useAuditWords";
import { useChangeSpeech } from "../useChangeWords";
import { useToken } from "../useStaff";
import { linesOf } from "./csv";

const NAMES_AT_ONCE = 100;

interface Saving {
  saved: number;
  entries: number;
  /** How many fit; more than `entries`: the file has the newest. */
  fitting: number;
}

/** Saves every entry that fits as a file of comma-separated values, in the words of the page, with the hashes. That it is
 * saved stands in the audit log. */
export function AuditExport({ wanted }: { wanted: AuditWanted }) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const rowsOf = useRows();
  const [saving, setSaving] = useState<Saving | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const { export: begun, entries, fitting } = await staffRest.beginAuditExport(token, wanted, newId());
    const names = new Map<string, string>();
    const parts = [linesOf([COLUMNS.map((each) => t(`audit.${each}`))])];
    let before: number | null = null;
    let saved = 0;
    setSaving({ saved, entries, fitting });
    do {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ends
      const page: { entries: AuditEntry[]; next_before: number | null } = await staffRest.auditExport(
        token,
        begun,
        before,
      );
      // oxlint-disable-next-line no-await-in-loop -- names are asked for as they are needed
      await learn(token, names, page.entries);
      parts.push(linesOf(rowsOf(page.entries, (account) => names.get(account) ?? account)));
      saved += page.entries.length;
      before = page.next_before;
      setSaving({ saved, entries, fitting });
    } while (before !== null);
    download(parts);
  };
  const begin = () => {
    setBusy(true);
    setRefused(null);
    void save()
      .catch((error: unknown) => {
        setSaving(null);
        setRefused(refusal(error).code);
      })
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Button busy={busy} onClick={begin}>
        {t("audit.export")}
      </Button>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {saving !== null && (
        <p role="status">{busy ? t("audit.saving", { ...saving, count: saving.entries }) : <Saved {...saving} />}</p>
      )}
    </>
  );
}

function Saved({ entries, fitting }: Saving) {
  const { t } = useTranslation("staff");
  if (fitting > entries) return t("audit.savedNewest", { count: entries, fitting });
  return t("audit.saved", { count: entries });
}

const COLUMNS = ["seq", "when", "who", "action", "subject", "reason", "was", "is", "hash"] as const;

/** The rows of a file, for names that are known. */
function useRows() {
  const speak = useAuditSpeech();
  const change = useChangeSpeech();
  return (entries: readonly AuditEntry[], names: (account: string) => string) => {
    const { who, action, about } = speak(names);
    const changed = change(names);
    return entries.map((each) => [
      String(each.seq),
      new Date(each.at_ms).toISOString(),
      who(each.actor),
      action(each.action),
      about(each),
      each.reason,
      (changed(each)?.was ?? []).join("; "),
      (changed(each)?.is ?? []).join("; "),
      each.hash,
    ]);
  };
}

/** Ask for the names that are not known yet. */
async function learn(token: string, names: Map<string, string>, entries: readonly AuditEntry[]): Promise<void> {
  const missing = accountsNamed(entries).filter((each) => each !== "" && each !== "system" && !names.has(each));
  for (let at = 0; at < missing.length; at += NAMES_AT_ONCE) {
    const asked = missing.slice(at, at + NAMES_AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that nothing is refused for its pace
    const found = await staffRest.names(token, asked);
    for (const each of asked) names.set(each, found.names[each] ?? each);
  }
}

function download(parts: string[]): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type: "text/csv" }));
  link.download = "audit.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}
