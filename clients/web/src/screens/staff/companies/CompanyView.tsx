import type { ReactNode } from "react";
import type { CompanyFile, Report } from "kafeneio-client";
import { addressOf } from "../../../app/pages";
import { useRequest } from "../../../app/useRequest";
import { useTranslation } from "../../../i18n/useTranslation";
import { Emblem, useEvening } from "../../companies/Parts";
import { useWhen } from "../../records/useWhen";
import styles from "../Staff.module.css";
import { staffRest } from "../staffRest";
import { useNames, useToken } from "../useStaff";
import { CompanyDeeds } from "./CompanyDeeds";

interface Props {
  file: CompanyFile;
  onChanged: () => void;
}

/** A company as staff see it, and what may be done about it. */
export function CompanyView({ file, onChanged }: Props) {
  const { t } = useTranslation(["staff", "companies"]);
  const when = useWhen();
  const evening = useEvening(file);
  const names = useNames([file.closed_by, ...file.records.map((each) => each.by)]);
  return (
    <article className={styles.detail} aria-label={file.name}>
      <h2 className={styles.company}>
        <Emblem line={file} /> {file.name}
      </h2>
      <ul className={styles.facts}>
        {file.closed_at_ms !== null && (
          <li>{t("company.closedAt", { by: names(file.closed_by), when: when(file.closed_at_ms) })}</li>
        )}
        <li>
          {t("companies:way.legend")}: {t(`companies:way.${file.joining}`)}
        </li>
        {evening !== null && <li>{evening}</li>}
      </ul>
      <CompanyDeeds file={file} onChanged={onChanged} />
      <Part title={t("company.people")}>
        {file.members.map((each) => (
          <li key={each.account}>
            <a href={addressOf({ at: "staff", part: "player", about: each.account })}>{each.name || each.account}</a>{" "}
            <small>
              {t(`companies:role.${each.role}`)} · {when(each.joined_at_ms)}
            </small>
          </li>
        ))}
      </Part>
      <Part title={t("company.history")}>
        {file.records.map((each) => (
          <li key={`${each.at_ms} ${each.kind} ${each.name}`}>
            {when(each.at_ms)}: <HistoryWords kind={each.kind} /> {each.before && `${each.before} → `}
            {each.name} <small>{[names(each.by), each.reason].filter(Boolean).join(" · ")}</small>
          </li>
        ))}
      </Part>
      <Reports company={file.company} />
      <Part title={t("company.chat")}>
        {file.lines.map((each) => (
          <li key={each.id}>
            <strong>{each.name}</strong> {each.text} <small>{when(each.at_ms)}</small>
          </li>
        ))}
      </Part>
    </article>
  );
}

function HistoryWords({ kind }: { kind: CompanyFile["records"][number]["kind"] }) {
  const { t } = useTranslation("staff");
  return <>{kind === "founded" || kind === "renamed" ? t(`company.${kind}`) : t(`company.deeds.${kind}`)}</>;
}

/** The reports about the company: those that wait, and then those that were decided. */
function Reports({ company }: { company: string }) {
  const { t } = useTranslation(["staff", "conduct"]);
  const when = useWhen();
  const token = useToken();
  const asked = useRequest(`${token} ${company}`, () =>
    Promise.all([staffRest.companyReports(token, company, false), staffRest.companyReports(token, company, true)]),
  );
  const reports: readonly Report[] = asked.state === "here" ? asked.value.flatMap((each) => each.reports) : [];
  const names = useNames(reports.flatMap((each) => [each.reporter, each.reported]));
  return (
    <Part title={t("company.reports")}>
      {reports.map((each) => (
        <li key={each.id}>
          {when(each.created_at_ms)}: {t(`conduct:categories.${each.category}`)}{" "}
          {each.context.company && `(${t(`company.what.${each.context.company.part}`)})`} {names(each.reporter)} →{" "}
          {names(each.reported)}: {each.comment} <strong>{t(`player.decisions.${each.decision ?? "open"}`)}</strong>
        </li>
      ))}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode[] }) {
  const { t } = useTranslation("staff");
  return (
    <>
      <h3>{title}</h3>
      {children.length === 0 ? <p>{t("company.nothing")}</p> : <ul className={styles.chat}>{children}</ul>}
    </>
  );
}
