import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Companies, CompanyLine, CompanyPage } from "kafeneio-client";
import { addressOf, goTo } from "../../app/pages";
import { useLastAlone } from "../../app/questions";
import { refusal } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import type { Refusal } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";
import { useCompanies } from "../../people/companies";
import { Empty } from "../Empty";
import { PaperPage } from "../records/PaperPage";
import styles from "./Companies.module.css";
import { companyRest, type Joining } from "./companyRest";
import { Emblem, Part, Refused, useEvening } from "./Parts";
import { useActs } from "./useActs";

export const WAYS: readonly Joining[] = ["open", "asked", "invited"];

/** One's companies, invitations, companies to join, and the way to found one. */
export function ListScreen({ token }: { token: string }) {
  const { t } = useTranslation("companies");
  const held = useCompanies(token);
  const companies = held?.companies ?? null;
  const form = useRef<HTMLDivElement>(null);
  const toForm = () => form.current?.querySelector("input")?.focus();
  return (
    <PaperPage title={t("title")} lead={t("lead")}>
      {companies === null ? (
        <p role="status">{t("waiting")}</p>
      ) : (
        <>
          <Invitations token={token} companies={companies} />
          <Mine companies={companies} onFound={toForm} />
          <Open token={token} companies={companies} changes={held?.changes ?? 0} />
          <div ref={form}>
            <Found token={token} />
          </div>
        </>
      )}
    </PaperPage>
  );
}

function Invitations({ token, companies }: { token: string; companies: Companies }) {
  const { t } = useTranslation("companies");
  const { act, busy, refused } = useActs();
  if (companies.invitations.length === 0) return null;
  return (
    <Part title={t("list.invitations")}>
      <Refused refused={refused} />
      <ul className={styles.list}>
        {companies.invitations.map(({ line, by }) => (
          <Row key={line.company} line={line} note={t("list.by", { name: by })}>
            <Button
              kind="action"
              busy={busy}
              aria-label={t("list.joinName", { name: line.name })}
              onClick={() => void act(() => companyRest.answer(token, line.company, true))}
            >
              {t("list.accept")}
            </Button>
            <Button busy={busy} onClick={() => void act(() => companyRest.answer(token, line.company, false))}>
              {t("list.decline")}
            </Button>
          </Row>
        ))}
      </ul>
    </Part>
  );
}

function Mine({ companies, onFound }: { companies: Companies; onFound: () => void }) {
  const { t } = useTranslation("companies");
  return (
    <Part title={t("list.mine")}>
      {companies.mine.length === 0 && <Empty step={{ name: t("found.title"), take: onFound }}>{t("list.none")}</Empty>}
      <ul className={styles.list}>
        {companies.mine.map((line) => (
          <Row key={line.company} line={line} note={line.role ? t(`role.${line.role}`) : ""} />
        ))}
      </ul>
    </Part>
  );
}

/** Companies to join, page by page; those that one has asked stay in sight. */
function Open({ token, companies, changes }: { token: string; companies: Companies; changes: number }) {
  const { t } = useTranslation("companies");
  const { act, busy, refused } = useActs();
  const { lines, next, more, failed } = usePages(token, changes);
  const asked = new Set(companies.asked.map((line) => line.company));
  const invited = new Set(companies.invitations.map(({ line }) => line.company));
  const shown = lines.filter((line) => !invited.has(line.company));
  return (
    <Part title={t("list.open")}>
      <Refused refused={refused ?? failed} />
      {shown.length === 0 && <p className={styles.quiet}>{t("list.noOpen")}</p>}
      <ul className={styles.list}>
        {shown.map((line) =>
          asked.has(line.company) ? (
            <Row key={line.company} line={line} note={t("list.asked")}>
              <Button busy={busy} onClick={() => void act(() => companyRest.leave(token, line.company))}>
                {t("list.takeBack")}
              </Button>
            </Row>
          ) : (
            <Row key={line.company} line={line} note={t("founder", { name: line.founder })}>
              <Button
                kind="action"
                busy={busy}
                aria-label={t(line.joining === "open" ? "list.joinName" : "list.askName", { name: line.name })}
                onClick={() => void act(() => companyRest.join(token, line.company))}
              >
                {t(line.joining === "open" ? "list.join" : "list.ask")}
              </Button>
            </Row>
          ),
        )}
      </ul>
      {next !== null && <Button onClick={more}>{t("list.more")}</Button>}
    </Part>
  );
}

function usePages(token: string, changes: number) {
  const [pages, setPages] = useState<CompanyPage | null>(null);
  const [failed, setFailed] = useState<Refusal | null>(null);
  const asking = useLastAlone();
  const load = (after: string) => {
    const counts = asking();
    companyRest.open(token, after).then(
      (page) =>
        counts() &&
        setPages((held) => ({ ...page, companies: [...(after ? (held?.companies ?? []) : []), ...page.companies] })),
      (error: unknown) => counts() && setFailed(refusal(error)),
    );
  };
  useEffect(() => {
    load("");
    // oxlint-disable-next-line react/exhaustive-deps -- once a session, and again with `changes`
  }, [token, changes]);
  const more = () => load(pages?.next ?? "");
  return { lines: pages?.companies ?? [], next: pages?.next ?? null, more, failed };
}

function Row({ line, note, children }: { line: CompanyLine; note: string; children?: ReactNode }) {
  const { t } = useTranslation("companies");
  const evening = useEvening(line);
  const facts = [t("members", { count: line.members }), note].filter(Boolean).join(" · ");
  return (
    <li className={styles.row}>
      <Emblem line={line} />
      <div className={styles.words}>
        <a className={`${styles.name} name`} href={addressOf({ at: "company", company: line.company })}>
          {line.name}
        </a>
        <p className={styles.quiet}>{facts}</p>
        {evening !== null && <p className={styles.quiet}>{evening}</p>}
      </div>
      {children && <div className={styles.do}>{children}</div>}
    </li>
  );
}

function Found({ token }: { token: string }) {
  const { t } = useTranslation("companies");
  const { act, busy, refused } = useActs();
  const [name, setName] = useState("");
  const [joining, setJoining] = useState<Joining>("invited");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      const { company } = await companyRest.found(token, name, joining);
      goTo({ at: "company", company });
    });
  };
  return (
    <Part title={t("found.title")}>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label={t("found.name")}
          value={name}
          minLength={3}
          maxLength={40}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <WayChoice joining={joining} onChange={setJoining} />
        <Refused refused={refused} />
        <Button kind="action" type="submit" busy={busy}>
          {t("found.action")}
        </Button>
      </form>
    </Part>
  );
}

export function WayChoice({ joining, onChange }: { joining: Joining; onChange: (joining: Joining) => void }) {
  const { t } = useTranslation("companies");
  const options = WAYS.map((value) => ({ value, label: t(`way.${value}`) }));
  return <Choice<Joining> legend={t("way.legend")} options={options} value={joining} onChange={onChange} />;
}
