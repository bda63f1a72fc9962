import { addressOf } from "../../app/pages";
import type { Report } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { useWhen } from "../records/useWhen";
import { CompetitionClosing } from "./CompetitionClosing";
import { Deciding } from "./Deciding";
import { Evidence } from "./Evidence";
import { useMay } from "./roles";
import styles from "./Staff.module.css";
import type { About } from "./urgency";

interface Props {
  about: About;
  names: (account: string) => string;
  onDone: () => void;
}

/** Everything that waits about a player, and the one decision that closes it. */
export function PlayerDetail({ about, names, onDone }: Props) {
  const { t } = useTranslation(["staff", "conduct"]);
  const { account, reports, cases } = about;
  const may = useMay();
  const kinds = [...new Set(reports.map((each) => t(`conduct:categories.${each.category}`)))].join(", ");
  return (
    <section className={styles.detail} aria-label={names(account)}>
      <h2>
        <a href={addressOf({ at: "staff", part: "player", about: account })}>{names(account)}</a>: {kinds}
      </h2>
      {reports.map((report) => (
        <ReportView key={report.id} report={report} names={names} />
      ))}
      {cases.map((found) => (
        <section key={found.id} className={styles.item}>
          <h3>{t("queue.case", { kind: t(`signals.${found.kind as "bot"}`) })}</h3>
          <Evidence found={found} names={names} />
        </section>
      ))}
      {may.mild ? (
        <Deciding about={about} name={names(account)} onDone={onDone} />
      ) : (
        <p className={styles.note}>{t("player.noRole")}</p>
      )}
    </section>
  );
}

/** A report with its context. */
function ReportView({ report, names }: { report: Report; names: (account: string) => string }) {
  const { t } = useTranslation(["staff", "conduct", "companies"]);
  const when = useWhen();
  const { match, company, competition } = report.context;
  return (
    <section className={styles.item}>
      <h3>
        {t("queue.report", { category: t(`conduct:categories.${report.category}`) })}, {when(report.created_at_ms)}
      </h3>
      <p>
        <strong>{names(report.reporter)}</strong>: {report.comment}{" "}
        <small>({t("queue.times", { count: report.times_reported })})</small>
      </p>
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
        <ButtonLink href={addressOf({ at: "replay", match, hand: report.context.hand, position: null })}>
          {t("report.replay")}
        </ButtonLink>
      )}
      {competition && <CompetitionClosing competition={competition.competition} />}
      <h4>{t("report.chat")}</h4>
      {report.lines.length === 0 && <p>{t("report.noChat")}</p>}
      <ul className={styles.chat}>
        {report.lines.map((line) => (
          <li key={line.id} data-about={company?.line ? line.id === company.line : line.account === report.reported}>
            <strong>{line.name}</strong> {line.text}
          </li>
        ))}
      </ul>
    </section>
  );
}
