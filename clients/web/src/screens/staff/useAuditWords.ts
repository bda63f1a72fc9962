import type { AuditEntry } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useWords } from "../../i18n/useWords";
import { useDeviceWords } from "./devices/useDeviceWords";
import { useBoardCalled } from "./useBoardCalled";
import { useNames } from "./useStaff";

/** What the platform calls things that have no name: no text shows one. */
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
/** A moment, apart from a length of time: nothing here lasts thirty years. */
const MOMENT_MIN = 1e12;
const OF_MATCHES = /^(order_)?correct_match$|^read_(recording|journal)$/;

/** Everything that the log can hold. */
export const ACTIONS = [
  "card",
  "suspend",
  "block",
  "unblock",
  "lift",
  "revoke_card",
  "mute",
  "unmute",
  "company_rename",
  "company_restore_name",
  "company_remove_picture",
  "company_close_chat",
  "company_open_chat",
  "company_close",
  "company_reopen",
  "report_ignore",
  "report_warn",
  "report_block",
  "appeal",
  "appeal_upheld",
  "appeal_reduced",
  "appeal_lifted",
  "close_case",
  "give_role",
  "take_role",
  "read_file",
  "read_reports",
  "read_chat",
  "read_recording",
  "read_journal",
  "read_money",
  "read_matches",
  "read_company",
  "read_devices",
  "read_device_class",
  "erase_account",
  "change_setting",
  "order_change_setting",
  "order_correct_match",
  "order_correct_round",
  "order_annul_match",
  "order_annul_round",
  "order_take_back",
  "order_post_terms",
  "order_save_board",
  "order_close_board",
  "correct_match",
  "correct_round",
  "take_back",
  "release_stakes",
  "write_off",
  "competition_saved",
  "competition_announced",
  "competition_cancelled",
  "competition_template",
  "competition_disqualified",
  "competition_reinstated",
  "competition_corrected",
  "competition_left_out",
  "note",
  "read_links",
  "decided_alone",
  "review_decision",
  "export_audit",
] as const;

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

type Names = (account: string) => string;

/** The accounts that entries of the audit log name. */
export function accountsNamed(entries: readonly AuditEntry[]): string[] {
  const named = entries.filter((each) => !OF_MATCHES.test(each.action));
  return [
    ...new Set([
      ...entries.map((each) => each.actor),
      ...named.map((each) => ownerOf(each.subject)),
      ...entries.flatMap(seatsOf),
      ...entries.flatMap(({ before, after }) => [before, after].flatMap((each) => Object.keys(creditedIn(each) ?? {}))),
    ]),
  ];
}

/** What entries of the audit log say, in words. */
export function useAuditWords(entries: readonly AuditEntry[]) {
  const names = useNames(accountsNamed(entries));
  return useAuditSpeech()(names);
}

/** The same for names that are known. */
export function useAuditSpeech() {
  const { t } = useTranslation("staff");
  const { number, moment, list } = useFormats();
  const { action, setting, system, evidence } = useCodes();
  const board = useBoardCalled();
  const { sayLogged } = useDeviceWords();
  const withoutIds = (text: string, instead: string) => (ID.test(text) ? instead : text);
  const who = (names: Names, actor: string) =>
    actor === "system" ? system() : withoutIds(names(actor), t("audit.somebody"));
  const about = (names: Names, entry: AuditEntry) => {
    const seats = seatsOf(entry);
    if (seats.length > 0) return t("audit.between", { names: list(seats.map((each) => withoutIds(names(each), "–"))) });
    if (OF_MATCHES.test(entry.action)) return t("audit.match");
    if (entry.action.endsWith("change_setting")) return setting(entry.subject);
    if (entry.action === "export_audit") return t("audit.exported", { count: countOf(entry) });
    if (entry.action === "read_device_class") return sayLogged(entry.subject);
    if (/^order_(save|close)_board$/.test(entry.action)) return board(...boardOf(entry));
    if (entry.action === "order_post_terms") return t("operations.kinds.post_terms");
    return calledOf(entry) ?? withoutIds(names(ownerOf(entry.subject)), t("audit.thing"));
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
  return (names: Names) => ({
    who: (actor: string) => who(names, actor),
    action,
    about: (entry: AuditEntry) => about(names, entry),
    say,
    field,
    board,
  });
}

type Stored = Partial<Record<string, unknown>>;

/** Chips by account, where a change is about them. */
export function creditedIn(value: unknown): Record<string, number> | null {
  const { credited, chips } = (value ?? {}) as Stored;
  const found = credited ?? chips ?? null;
  return typeof found === "object" ? (found as Record<string, number> | null) : null;
}

/** The accounts of the seats of a match that was corrected. */
function seatsOf({ after }: AuditEntry): string[] {
  const { accounts } = (after ?? {}) as Stored;
  return Array.isArray(accounts) ? accounts.map(String) : [];
}

/** The name that the company of a deed had before it, or that a competition has. */
function calledOf({ action, before, after }: AuditEntry): string | null {
  const { name } = (action.startsWith("company_") ? (before ?? {}) : {}) as Stored;
  const { called } = (action.startsWith("competition_") ? (after ?? {}) : {}) as Stored;
  const found = name ?? called;
  return typeof found === "string" ? found : null;
}

/** How many entries were saved as a file. */
function countOf({ after }: AuditEntry): number {
  const { entries } = (after ?? {}) as Stored;
  return typeof entries === "number" ? entries : 0;
}

/** The board of an order, and the title that it had then. */
function boardOf({ subject, after }: AuditEntry): [board: string, title: string] {
  const { definition, ...closing } = (after ?? {}) as Titled & { definition?: Titled };
  const { board = subject, title = "" } = definition ?? closing;
  return [board, title];
}

interface Titled {
  board?: string;
  title?: string;
}

/** The account in a reference of chips (`welcome:` and an account); anything else as it is. */
const ownerOf = (subject: string) => ID.exec(subject)?.[0] ?? subject;
