import { useApp } from "../../app/context";
import type { AuditLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useWords } from "../../i18n/useWords";
import { useShownName } from "../../people/useShownName";
import { useWhen } from "../records/useWhen";
import { useNames } from "../staff/useStaff";
import styles from "./Competitions.module.css";
import { operatorRest } from "./operatorRest";
import { useRefreshed } from "./useRefreshed";

/** Everything that was done about a competition, newest first: by whom, and why. */
export function ChangesPart({ token, id, stamp }: { token: string; id: string; stamp: string }) {
  const { t } = useTranslation("competitions");
  const [found] = useRefreshed(() => operatorRest.changes(token, id), stamp);
  const [people] = useRefreshed(() => operatorRest.entrants(token, id, ""), stamp);
  const staff = useNames((found?.lines ?? []).map((each) => each.by));
  const nameOf = new Map(people?.entrants.map((one) => [one.account, one.name]));
  if (found === null) return null;
  return (
    <section className={styles.part} aria-label={t("operator.changes")}>
      <h2>{t("operator.changes")}</h2>
      <ul className={styles.lines}>
        {found.lines.map((line) => (
          <Line key={line.id} line={line} nameOf={nameOf} by={staff(line.by)} />
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  line: AuditLine;
  nameOf: ReadonlyMap<string, string>;
  /** The name of who has done it. */
  by: string;
}

function Line({ line, nameOf, by }: LineProps) {
  const { t } = useTranslation("competitions");
  const { has, lookUp } = useWords();
  const calls = useShownName();
  const when = useWhen();
  const here = useApp((state) => state.room?.players.get(line.by)?.name);
  const action = `operator.actions.${line.action}`;
  const account = typeof line.detail["account"] === "string" ? line.detail["account"] : null;
  const whom = account === null ? undefined : nameOf.get(account);
  const why = `operator.outFor.${line.reason}`;
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <strong>
          {has(action, "competitions") ? lookUp(action, "competitions") : line.action}
          {whom !== undefined && `: ${calls(whom)}`}
        </strong>
        {line.reason !== "" && <span>{has(why, "competitions") ? lookUp(why, "competitions") : line.reason}</span>}
        <span className={styles.quiet}>
          {when(line.at_ms)} · {line.by === "" ? t("operator.itself") : (here ?? by)}
        </span>
      </span>
    </li>
  );
}
