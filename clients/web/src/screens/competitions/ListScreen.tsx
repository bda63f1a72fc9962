import { useApp } from "../../app/context";
import { addressOf } from "../../app/pages";
import { rest, type Competition } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { ButtonLink } from "../../parts/ButtonLink";
import { useServerNow } from "../../parts/useServerNow";
import { PaperPage } from "../records/PaperPage";
import { useWhen } from "../records/useWhen";
import { CalendarPart } from "./CalendarPart";
import styles from "./Competitions.module.css";
import { nextOf } from "./days";
import { MakePart } from "./MakeForm";
import { MinePart } from "./MinePart";
import { NextLine } from "./NextCompetition";
import { PastPart } from "./PastPart";
import { poolWord } from "./poolWord";
import { useCompetitionName } from "./useCompetitionName";
import { useRefreshed } from "./useRefreshed";

type Group = "running" | "open" | "announced" | "invited";
const GROUP_OF: Record<string, Group> = {
  running: "running",
  closing: "running",
  open: "open",
  announced: "announced",
};
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

/** All competitions: what comes next, those that run and take entries, one's own, the week, later ones, past ones. */
export function ListScreen({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const says = useSays();
  const pushed = useApp((state) => state.competitions);
  const states = [...pushed.values()].map((each) => `${each.id} ${each.state}`).join(",");
  const [found, refused] = useRefreshed(() => rest.competitions(token), states);
  const [calendar] = useRefreshed(() => rest.calendar(token), states);
  const [past] = useRefreshed(() => rest.pastCompetitions(token), states);
  const news = useApp((state) => state.competitionNews);
  const [mine] = useRefreshed(() => rest.ownCompetitions(token), states, undefined, news);
  const [invited] = useRefreshed(() => rest.invitedCompetitions(token), states, undefined, news);
  const now = useServerNow(true, MINUTE_MS);
  const lines = (found?.competitions ?? []).map((line) => newer(line, pushed.get(line.id)));
  const of = (group: Group) => lines.filter((line) => GROUP_OF[line.state] === group);
  const next = calendar && nextOf(calendar.lines, now);
  const isEmpty = !next && !lines.some((line) => GROUP_OF[line.state]);
  return (
    <PaperPage title={t("list.title")} lead={t("list.lead")}>
      {next && next.state !== "open" && next.state !== "running" && (
        <section className={styles.own} aria-label={t("next.title")}>
          <h2>{t("next.title")}</h2>
          <NextLine line={next} now={now} />
        </section>
      )}
      <Part group="running" lines={of("running")} />
      <Part group="open" lines={of("open")} />
      {invited && <Part group="invited" lines={invited.competitions} />}
      {mine && <MinePart mine={mine.competitions} />}
      {calendar && <CalendarPart token={token} lines={calendar.lines} now={now} />}
      <Part group="announced" lines={of("announced").filter((line) => line.starts_at_ms > now + WEEK_MS)} />
      <MakePart token={token} />
      {past && <PastPart past={past.past} />}
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {found === null && refused === null && <p role="status">{t("busy")}</p>}
      {found !== null && calendar !== null && isEmpty && <Meanwhile />}
      <Operators token={token} />
    </PaperPage>
  );
}

/** Nothing is on or coming: what is played for meanwhile, and the way there. */
function Meanwhile() {
  const { t } = useTranslation("competitions");
  const { t: house } = useTranslation("rankings");
  const { t: records } = useTranslation("records");
  return (
    <section className={styles.part} aria-label={t("list.empty")}>
      <p>{t("list.empty")}</p>
      <p>{t("list.meanwhile")}</p>
      <div className={styles.row}>
        <ButtonLink kind="action" href={addressOf({ at: "boards", board: null, period: null })}>
          {house("boards.title")}
        </ButtonLink>
        <ButtonLink href="/">{records("toRoom")}</ButtonLink>
      </div>
    </section>
  );
}

function newer(line: Competition, pushed: Competition | undefined): Competition {
  return pushed && pushed.seq >= line.seq ? pushed : line;
}

function Part({ group, lines }: { group: Group; lines: readonly Competition[] }) {
  const { t } = useTranslation("competitions");
  if (lines.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t(`list.groups.${group}`)}>
      <h2>{t(`list.groups.${group}`)}</h2>
      <ul className={styles.cards}>
        {lines.map((line) => (
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
  const nameOf = useCompetitionName();
  const when = useWhen();
  const runs = line.state === "running" || line.state === "closing";
  const pool = poolWord(line);
  return (
    <li className={styles.card}>
      <h3>
        <a href={addressOf({ at: "competition", competition: line.id })}>{nameOf(line)}</a>
      </h3>
      <p className={styles.quiet}>
        {line.maker ? `${t("made.by", { names: line.maker })} · ` : ""}
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
