import type { AuditEntry } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useWords } from "../../i18n/useWords";
import { useNames } from "./useStaff";

/** What the platform calls things that have no name: no text shows one. */
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
/** A moment, apart from a length of time: nothing here lasts thirty years. */
const MOMENT_MIN = 1e12;
const OF_MATCHES = /^(order_)?correct_match$|^read_(recording|journal)$/;

/** Words for codes of the platform, in the reader's language; a code without words stays as it is. */
export function useCodes() {
  const { has, lookUp } = useWords();
  const say = (key: string, ns: string, code: string) => (has(key, ns) ? lookUp(key, ns) : code);
  return {
    system: () => lookUp("system", "audit"),
    action: (code: string) => say(`actions.${code}`, "audit", code),
    setting: (name: string) => say(`names.${name}`, "setting", name),
    /** What was seen that made a signal. */
    evidence: (name: string) => say(`evidence.${name}`, "audit", name.replaceAll("_", " ")),
    /** Why a card was given; staff write reasons of their own. */
    cardReason: (reason: string) => say(`cards.${reason}`, "audit", reason),
  };
}

/** What entries of the audit log say, in words. */
export function useAuditWords(entries: readonly AuditEntry[]) {
  const { t } = useTranslation("staff");
  const { number, moment } = useFormats();
  const { action, setting, system, evidence } = useCodes();
  const named = entries.filter((each) => !OF_MATCHES.test(each.action));
  const names = useNames([...new Set([...entries.map((each) => each.actor), ...named.map((each) => each.subject)])]);
  const withoutIds = (text: string, instead: string) => (ID.test(text) ? instead : text);
  const who = (actor: string) => (actor === "system" ? system() : withoutIds(names(actor), t("audit.somebody")));
  const about = (entry: AuditEntry) => {
    if (OF_MATCHES.test(entry.action)) return t("audit.match");
    if (entry.action.endsWith("change_setting")) return setting(entry.subject);
    return companyOf(entry) ?? withoutIds(names(entry.subject), t("audit.thing"));
  };
  /** A stored value; `name`: of its field. */
  const say = (name: string, value: unknown): string => {
    if (value === null || value === undefined) return t("audit.nothing");
    if (typeof value === "number") return name.endsWith("_ms") && value > MOMENT_MIN ? moment(value) : number(value);
    if (typeof value === "boolean") return value ? "✓" : "–";
    if (Array.isArray(value)) return value.map((each) => say(name, each)).join(", ");
    if (typeof value === "object")
      return Object.entries(value)
        .map(([inner, each]) => `${field(inner)} ${say(inner, each)}`)
        .join(", ");
    return withoutIds(String(value), t("audit.thing"));
  };
  const field = (name: string) => withoutIds(evidence(name.replace(/_ms$/, "")), t("audit.thing"));
  return { who, action, about, say, field };
}

/** The name that the company of a deed had before it. */
function companyOf(entry: AuditEntry): string | null {
  const { name } = (entry.action.startsWith("company_") ? entry.before : {}) as { name?: unknown };
  return typeof name === "string" ? name : null;
}
