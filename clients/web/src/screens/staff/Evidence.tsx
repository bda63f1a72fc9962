import { Fragment, type ReactNode } from "react";
import { addressOf } from "../../app/pages";
import type { Case } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useRecently } from "../records/useWhen";
import styles from "./Staff.module.css";
import { useCodes } from "./useAuditWords";

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
/** A moment, apart from a length of time: nothing here lasts thirty years. */
const MOMENT_MIN = 1e12;

/** What a signal has seen, in words and links. */
export function Evidence({ found, names }: { found: Case; names: (account: string) => string }) {
  const { t } = useTranslation("staff");
  const when = useRecently();
  const { number } = useFormats();
  const { evidence } = useCodes();
  const shown = (name: string, value: unknown): ReactNode => {
    if (name === "match" && typeof value === "string")
      return <a href={addressOf({ at: "replay", match: value, hand: null, position: null })}>{t("case.match")}</a>;
    if (name === "competition" && typeof value === "string")
      return <a href={addressOf({ at: "competition", competition: value })}>{t("competition.about")}</a>;
    if (typeof value === "number") return name.endsWith("_ms") && value > MOMENT_MIN ? when(value) : number(value);
    if (Array.isArray(value)) return value.map((each) => String(each)).join(", ");
    const said = names(String(value));
    return ID.test(said) ? t("audit.thing") : said;
  };
  return (
    <ul className={styles.chat}>
      {found.evidence.map((each, at) => (
        <li key={at}>
          {when(each.at_ms)}
          <dl className={styles.facts}>
            {Object.entries(each.seen).map(([name, value]) => (
              <Fragment key={name}>
                <dt>{evidence(name)}</dt>
                <dd>{shown(name, value)}</dd>
              </Fragment>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** Accounts that evidence names. */
export function accountsIn(cases: readonly Case[]): string[] {
  return cases.flatMap((found) => [
    ...found.players,
    ...found.evidence.flatMap((each) => Object.values(each.seen).filter((value) => typeof value === "string")),
  ]);
}
