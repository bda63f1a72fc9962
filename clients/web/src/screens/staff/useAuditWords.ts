import type { AuditEntry } from "kafeneio-client";
import { useWords } from "../../i18n/useWords";
import { useNames } from "./useStaff";

/** Words for codes of the platform, in the reader's language; a code without words stays as it is. */
export function useCodes() {
  const { has, lookUp } = useWords();
  const say = (key: string, ns: string, code: string) => (has(key, ns) ? lookUp(key, ns) : code);
  return {
    system: () => lookUp("system", "audit"),
    action: (code: string) => say(`actions.${code}`, "audit", code),
    setting: (name: string) => say(`names.${name}`, "setting", name),
    /** What was seen that made a signal. */
    evidence: (name: string) => say(`evidence.${name}`, "audit", name),
    /** Why a card was given; staff write reasons of their own. */
    cardReason: (reason: string) => say(`cards.${reason}`, "audit", reason),
  };
}

/** What entries of the audit log say, in words. */
export function useAuditWords(entries: readonly AuditEntry[]) {
  const { action, setting, system } = useCodes();
  const names = useNames([...new Set(entries.flatMap((each) => [each.actor, each.subject]))]);
  const who = (actor: string) => (actor === "system" ? system() : names(actor));
  const about = (entry: AuditEntry) =>
    entry.action.endsWith("change_setting") ? setting(entry.subject) : names(entry.subject);
  return { who, action, about };
}
