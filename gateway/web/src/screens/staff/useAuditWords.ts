import type { AuditEntry } from "../../generated/rest";
import { useWords } from "../../i18n/useWords";
import { useNames } from "./useStaff";

/** What the audit log's codes mean, in the reader's language; a code without words stays as it is. */
export function useAuditWords(entries: readonly AuditEntry[]) {
  const { has, lookUp } = useWords();
  const names = useNames([...new Set(entries.flatMap((each) => [each.actor, each.subject]))]);
  const say = (key: string, ns: string, code: string) => (has(key, ns) ? lookUp(key, ns) : code);
  return {
    who: (actor: string) => (actor === "system" ? lookUp("system", "audit") : names(actor)),
    action: (code: string) => say(`actions.${code}`, "audit", code),
    about: (entry: AuditEntry) => {
      if (entry.action === "change_setting" || entry.action === "order_change_setting") {
        return say(`names.${entry.subject}`, "setting", entry.subject);
      }
      return names(entry.subject);
    },
  };
}
