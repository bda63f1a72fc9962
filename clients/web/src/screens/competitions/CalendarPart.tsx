import type { CalendarLine, CompanyLine } from "kafeneio-client";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { useCompanies } from "../../people/companies";
import { clockOf } from "../companies/when";
import styles from "./Competitions.module.css";
import { type Day, daysOf, type Occasion } from "./days";
import { FeedPart } from "./FeedPart";
import { usePriceWord } from "./usePriceWord";
import { useCompetitionName } from "./useCompetitionName";

const DAY_MS = 86_400_000;

interface Props {
  token: string;
  lines: readonly CalendarLine[];
  now: number;
}

/** What is on today and this week: competitions, and evenings of one's companies. */
export function CalendarPart({ token, lines, now }: Props) {
  const { t } = useTranslation("competitions");
  const companies = useCompanies(token)?.companies?.mine ?? [];
  return (
    <section className={styles.part} aria-label={t("calendar.title")}>
      <h2>{t("calendar.title")}</h2>
      {daysOf(lines, companies, now).map((day, ahead) => (
        <DayPart key={day.atMs} day={day} isToday={ahead === 0} now={now} />
      ))}
      <FeedPart token={token} />
    </section>
  );
}

function DayPart({ day, isToday, now }: { day: Day; isToday: boolean; now: number }) {
  const { t, language } = useTranslation("competitions");
  const isTomorrow = new Date(now + DAY_MS).toDateString() === new Date(day.atMs).toDateString();
  const date = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" }).format(day.atMs);
  const near = isToday ? t("calendar.today") : isTomorrow ? t("calendar.tomorrow") : null;
  return (
    <div className={styles.day}>
      <h3>
        {near ?? date}
        {near !== null && <span className={styles.quiet}> {date}</span>}
      </h3>
      {day.occasions.length === 0 && <p className={styles.quiet}>{t("calendar.nothing")}</p>}
      <ul className={styles.lines}>
        {day.occasions.map((one) => (
          <OccasionLine key={one.key} one={one} />
        ))}
      </ul>
    </div>
  );
}

function OccasionLine({ one: { atMs, line, company } }: { one: Occasion }) {
  const { language } = useTranslation();
  return (
    <li className={styles.line}>
      <span className="num">{clockOf(atMs, language)}</span>
      {line && <CompetitionWords line={line} />}
      {company && <CompanyWords company={company} />}
    </li>
  );
}

function CompetitionWords({ line }: { line: CalendarLine }) {
  const { t } = useTranslation("competitions");
  const words = useGameWords();
  const price = usePriceWord();
  const name = useCompetitionName()(line);
  const state = line.state === "planned" ? t("calendar.planned") : t(`states.${line.state}`);
  const by = line.maker ? [t("made.by", { names: line.maker })] : [];
  const facts = [words.name(line.game), price(line.price_chips), ...by, state];
  return (
    <span className={styles.what}>
      {line.state === "planned" ? (
        <strong>{name}</strong>
      ) : (
        <a className={styles.name} href={addressOf({ at: "competition", competition: line.id })}>
          {name}
        </a>
      )}
      <span className={styles.quiet}>{facts.join(" · ")}</span>
    </span>
  );
}

function CompanyWords({ company }: { company: CompanyLine }) {
  const { t } = useTranslation("competitions");
  const words = useGameWords();
  return (
    <span className={styles.what}>
      <a className={`${styles.name} name`} href={addressOf({ at: "company", company: company.company })}>
        {company.name}
      </a>
      <span className={styles.quiet}>
        {[words.name(company.evening?.game ?? ""), t("calendar.company")].join(" · ")}
      </span>
    </span>
  );
}
