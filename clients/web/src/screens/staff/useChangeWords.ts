import type { AuditEntry, Order } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useWords } from "../../i18n/useWords";
import { useOrderWords, usePaidWords } from "./audit/useOrderWords";
import { type Goods, isSection } from "./shop/goods";
import { useGoodsWords } from "./shop/useGoodsWords";
import { accountsNamed, creditedIn, useAuditSpeech } from "./useAuditWords";
import { useNames } from "./useStaff";

type Stored = Record<string, unknown>;

/** What an entry of the audit log has changed, in words, a line each. */
export interface Change {
  was: string[];
  is: string[];
}

type Names = (account: string) => string;

const ROLES = /_role$/;
const isObject = (value: unknown): value is Stored =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What entries of the audit log have changed; null for one that has no before and after. */
export function useChangeWords(entries: readonly AuditEntry[]): (entry: AuditEntry) => Change | null {
  const names = useNames(accountsNamed(entries));
  return useChangeSpeech()(names);
}

/** The same for names that are known. */
export function useChangeSpeech(): (names: Names) => (entry: AuditEntry) => Change | null {
  const { t } = useTranslation("staff");
  const { list } = useFormats();
  const { say, field, board } = useAuditSpeech()((account) => account);
  const goods = useGoodsWords();
  const setting = useSettingWords(say);
  const seats = useSeatWords();
  const order = useOrderWords(board);
  const paid = usePaidWords();
  const lines = (value: unknown): string[] => {
    if (!isObject(value)) return [say("", value)];
    const held = Object.entries(value).filter(([, each]) => each !== null);
    return held.length === 0 ? [t("audit.nothing")] : held.map(([name, each]) => `${field(name)}: ${say(name, each)}`);
  };
  const ofSetting = (name: string, before: unknown, after: unknown): Change => {
    if (!isSection(name)) return { was: before === null ? [] : [setting(before)], is: [setting(after)] };
    if (!isObject(before)) return { was: [], is: goods.all(name, after as Goods) };
    return { was: goods.all(name, before as Goods), is: goods.changes(name, before as Goods, after as Goods) };
  };
  const ofRoles = (held: unknown) =>
    Array.isArray(held) && held.length > 0
      ? [list(held.map((each) => t(`roles.names.${String(each) as "auditor"}`)))]
      : [t("audit.nothing")];
  return (names) =>
    ({ action, subject, before = null, after = null }) => {
      if (before === null && after === null) return null;
      if (action === "change_setting") return ofSetting(subject, before, after);
      if (action === "order_change_setting" && isObject(after)) return ofSetting(subject, null, after.value);
      if (ROLES.test(action)) return { was: ofRoles(before), is: ofRoles(after) };
      const ordered =
        action.startsWith("order_") && isObject(after) ? order(names, after as unknown as Order["operation"]) : null;
      if (ordered !== null) return { was: [], is: ordered };
      const [was, is] = [creditedIn(before), creditedIn(after)];
      if (is !== null) return { was: was === null ? [] : paid(names, was), is: paid(names, is) };
      return seats(names, before, after) ?? { was: lines(before), is: lines(after) };
    };
}

/** A setting's value; the words of a choice are those of the settings' page. */
function useSettingWords(say: (name: string, value: unknown) => string): (value: unknown) => string {
  const { has, lookUp } = useWords();
  return (value) => {
    const key = `choices.${String(value)}`;
    return typeof value === "string" && has(key, "setting") ? lookUp(key, "setting") : say("", value);
  };
}

/** What a correction has made of a match: who has won, and what each player has of it. */
function useSeatWords(): (names: Names, before: unknown, after: unknown) => Change | null {
  const { t } = useTranslation("staff");
  const { list, number } = useFormats();
  return (names, before, after) => {
    if (!isObject(after) || !Array.isArray(after.accounts)) return null;
    const accounts = after.accounts as string[];
    const name = (seat: number) => names(accounts[seat] ?? "");
    const paid = (value: unknown) =>
      isObject(value) && Array.isArray(value.payouts)
        ? (value.payouts as number[]).map((chips, seat) => t("audit.paid", { name: name(seat), chips: number(chips) }))
        : [];
    const result = after.winners ?? after.result;
    const won = Array.isArray(result) ? result.map((seat) => name(Number(seat))) : [];
    const isTie = result === "tie" || after.outcome === "tied";
    const ended =
      won.length > 0 ? t("correction.wins", { names: list(won) }) : t(`correction.${isTie ? "tie" : "void"}`);
    return { was: paid(before), is: [ended, ...paid(after)] };
  };
}
