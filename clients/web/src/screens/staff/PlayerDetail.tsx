import { useRequest } from "../../app/useRequest";
import { addressOf } from "../../app/pages";
import type { Report } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { useRecently } from "../records/useWhen";
import { CompetitionClosing } from "./CompetitionClosing";
import { Deciding } from "./Deciding";
import { accountsIn, Evidence } from "./Evidence";
import { useMay } from "./roles";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useNames, useToken } from "./useStaff";
import { type About, accountsOf, type Alike, reportsAlike } from "./urgency";

interface Props {
  about: About;
  onDone: () => void;
}

/** Everything that waits about a player, and the one decision that closes it. */
export function PlayerDetail({ about: listed, onDone }: Props) {
  const { t } = useTranslation(["staff", "conduct"]);
  const { about, isWhole } = useWhole(listed);
  const names = useNames([...accountsOf([about]), ...accountsIn(about.cases)]);
  const { account, reports, cases } = about;
  const may = useMay();
  const alike = reportsAlike(reports);
  const before = Math.max(...reports.map((each) => each.times_reported));
  const kinds = [...new Set(reports.map((each) => t(`conduct:categories.${each.category}`)))].join(", ");
  return (
    <section className={styles.detail} aria-label={names(account)}>
      <h2>
        <a href={addressOf({ at: "staff", part: "player", about: account })}>{names(account)}</a>: {kinds}
      </h2>
      {before > reports.length && <p className={styles.note}>{t("queue.times", { count: before })}</p>}
      {alike.map((each) => (
        <ReportsView key={each.first.id} alike={each} names={names} titled={alike.length > 1} />
      ))}
      {cases.map((found) => (
        <section key={found.id} className={styles.item}>
          <h3>{t("queue.case", { kind: t(`signals.${found.kind as "bot"}`) })}</h3>
          <Evidence found={found} names={names} />
        </section>
      ))}
      {may.mild ? (
        <Deciding key={reports[0].id} about={about} isWhole={isWhole} name={names(account)} onDone={onDone} />
      ) : (
        <p className={styles.note}>{t("player.noRole")}</p>
      )}
    </section>
  );
}

/** The reports of the queue's page with those about the same player that come after it. */
function useWhole(listed: About): { about: About; isWhole: boolean } {
  const token = useToken();
  const { account, reports } = listed;
  const known = new Set(reports.map((each) => each.id));
  const asked = useRequest([...known].join(), () => staffRest.reportsAbout(token, account));
  if (asked.state !== "here") return { about: listed, isWhole: asked.state === "refused" };
  const more = asked.value.reports.filter((each) => each.reported === account && !known.has(each.id));
  return { about: { ...listed, reports: [...reports, ...more] }, isWhole: true };
}

/** Reports about the same thing, with what it shows once and each comment once. */
function ReportsView({ alike, names, titled }: { alike: Alike; names: (account: string) => string; titled: boolean }) {
  const { t } = useTranslation(["staff", "conduct", "companies"]);
  const when = useRecently();
  const { first, said } = alike;
  const { match, company, competition } = first.context;
  return (
    <section className={styles.item}>
      <h3>
        {titled && `${t(`conduct:categories.${first.category}`)}, `}
        {when(first.created_at_ms)}
      </h3>
      {said.map(({ comment, reporters }) => (
        <p key={comment}>
          <strong>{reporters.map(names).join(", ")}</strong>: {comment}
        </p>
      ))}
      {company && (
        <p>
          {t("company.about")}:{" "}
          <a href={addressOf({ at: "staff", part: "companies", about: company.company })}>{company.name}</a> (
          {t(`company.what.${company.part}`)}) · {t("companies:founder", { name: names(company.founder) })}
        </p>
      )}
      {competition && (
        <p>
          {t("competition.about")}:{" "}
          <a href={addressOf({ at: "competition", competition: competition.competition })}>{competition.name}</a>
        </p>
      )}
      {match && (
        <ButtonLink href={addressOf({ at: "replay", match, hand: first.context.hand, position: null })}>
          {t("report.replay")}
        </ButtonLink>
      )}
      {competition && <CompetitionClosing competition={competition.competition} />}
      <Said report={first} />
    </section>
  );
}

/** The last lines of the room at the time; those of the player are marked. */
function Said({ report }: { report: Report }) {
  const { t } = useTranslation("staff");
  const { company } = report.context;
  if (report.lines.length === 0) return report.context.match ? null : <p>{t("report.noChat")}</p>;
  return (
    <ul className={styles.chat} aria-label={t("report.chat")}>
      {report.lines.map((line) => (
        <li key={line.id} data-about={company?.line ? line.id === company.line : line.account === report.reported}>
          <strong>{line.name}</strong> {line.text}
        </li>
      ))}
    </ul>
  );
}
