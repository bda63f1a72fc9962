import { useApp } from "../../app/context";
import { addressOf } from "../../app/pages";
import { rest, type Competition } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { ButtonLink } from "../../parts/ButtonLink";
import { PaperPage } from "../records/PaperPage";
import { useWhen } from "../records/useWhen";
import styles from "./Competitions.module.css";
import { poolWord } from "./poolWord";
import { useRefreshed } from "./useRefreshed";

const GROUPS = ["running", "open", "announced", "past"] as const;
type Group = (typeof GROUPS)[number];
const GROUP_OF: Record<string, Group> = {
  running: "running",
  closing: "running",
  open: "open",
  announced: "announced",
};
const PAST_SHOWN = 20;

/** All competitions: those that run, take entries, are announced, and past ones. */
export function ListScreen({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const says = useSays();
  const pushed = useApp((state) => state.competitions);
  const states = [...pushed.values()].map((each) => `${each.id} ${each.state}`).join(",");
  const [found, refused] = useRefreshed(() => rest.competitions(token), states);
  const lines = (found?.competitions ?? []).map((line) => newer(line, pushed.get(line.id)));
  return (
    <PaperPage title={t("list.title")} lead={t("list.lead")}>
      {GROUPS.map((group) => (
        <Part key={group} group={group} lines={lines.filter((line) => (GROUP_OF[line.state] ?? "past") === group)} />
      ))}
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {found === null && refused === null && <p role="status">{t("busy")}</p>}
      {found !== null && lines.length === 0 && <p>{t("list.empty")}</p>}
      <Operators token={token} />
    </PaperPage>
  );
}

function newer(line: Competition, pushed: Competition | undefined): Competition {
  return pushed && pushed.seq >= line.seq ? pushed : line;
}

function Part({ group, lines }: { group: Group; lines: readonly Competition[] }) {
  const { t } = useTranslation("competitions");
  if (lines.length === 0) return null;
  const shown = group === "past" ? lines.toReversed().slice(0, PAST_SHOWN) : lines;
  return (
    <section className={styles.part} aria-label={t(`list.groups.${group}`)}>
      <h2>{t(`list.groups.${group}`)}</h2>
      <ul className={styles.cards}>
        {shown.map((line) => (
          <Card key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}

function Card({ line }: { line: Competition }) {
  const { t } = useTranslation("competitions");
  const { t: house } = useTranslation();
  const { number } = useFormats();
  const words = useGameWords();
  const when = useWhen();
  const runs = line.state === "running" || line.state === "closing";
  const pool = poolWord(line);
  return (
    <li className={styles.card}>
      <h3>
        <a href={addressOf({ at: "competition", competition: line.id })}>{line.name}</a>
      </h3>
      <p className={styles.quiet}>
        {words.name(line.game)} · {runs ? t("until", { when: when(line.ends_at_ms) }) : when(line.starts_at_ms)}
      </p>
      <dl className={styles.facts}>
        {pool && (
          <div>
            <dt>{t(pool)}</dt>
            <dd className={`${styles.pool} num`} data-live={line.state === "open" || runs}>
              {number(line.pool_chips)}
            </dd>
          </div>
        )}
        <div>
          <dt>{t("entry")}</dt>
          <dd className="num">
            {line.price_chips === 0 ? t("free") : house("common.chips", { count: line.price_chips })}
          </dd>
        </div>
        <div>
          <dt>{t("entrants")}</dt>
          <dd className="num">{number(line.entrants)}</dd>
        </div>
      </dl>
      <p className={styles.state} data-state={line.state}>
        {t(`states.${line.state as "open"}`)}
      </p>
    </li>
  );
}

/** The way to the operators' page, for those who may go there. */
function Operators({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const [roles] = useRefreshed(() => rest.ownRoles(token), "");
  if (!roles?.includes("operator")) return null;
  return (
    <nav className={styles.part}>
      <ButtonLink href={addressOf({ at: "operator", competition: null })}>{t("operator.title")}</ButtonLink>
    </nav>
  );
}
