import { useEffect, useMemo, useState } from "react";
import type { Company, CompanyLine } from "kafeneio-client";
import { useClient, useRoom } from "../../app/context";
import { goTo } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { useCompanies } from "../../people/companies";
import { tablesInOrder } from "../../state/lists";
import { ChatPane } from "../chat/ChatPane";
import { useRefreshed } from "../competitions/useRefreshed";
import { CreateTableDialog } from "../create/CreateTableDialog";
import { PaperPage } from "../records/PaperPage";
import { TableRow } from "../room/TableRow";
import styles from "./Companies.module.css";
import { CompanyReport } from "./CompanyReport";
import { companyRest } from "./companyRest";
import { EveningPart } from "./EveningPart";
import { OwnPart } from "./OwnPart";
import { Emblem, Part, Refused } from "./Parts";
import { PeoplePart } from "./PeoplePart";
import { useActs } from "./useActs";

/** A company: what it is for its members, and the way in for others. */
export function CompanyScreen({ token, id }: { token: string; id: string }) {
  const { t } = useTranslation("companies");
  const changes = useCompanies(token)?.changes ?? 0;
  const [company, refused] = useRefreshed(() => companyRest.get(token, id), "", 0, changes);
  const back = { at: "companies" } as const;
  if (refused !== null || company === null) {
    const isGone = refused === "company_unknown";
    return (
      <PaperPage title={t("title")} lead="" back={back}>
        {refused === null ? <p role="status">{t("waiting")}</p> : null}
        {isGone ? <p role="status">{t("gone")}</p> : <Refused refused={refused === null ? null : { code: refused }} />}
      </PaperPage>
    );
  }
  const { line } = company;
  return (
    <PaperPage title={line.name} lead="" back={back}>
      <About line={line} />
      {line.role === null ? <WayIn token={token} company={company} /> : <Inside token={token} company={company} />}
    </PaperPage>
  );
}

function About({ line }: { line: CompanyLine }) {
  const { t } = useTranslation("companies");
  const facts = [t("members", { count: line.members }), t("founder", { name: line.founder })];
  return (
    <div className={styles.about}>
      <Emblem line={line} />
      <div className={styles.words}>
        <p>{facts.join(" · ")}</p>
        <p className={styles.quiet}>
          {t("way.legend")}: {t(`way.${line.joining}`)}
        </p>
      </div>
    </div>
  );
}

function WayIn({ token, company }: { token: string; company: Company }) {
  const { t } = useTranslation("companies");
  const { act, busy, refused } = useActs();
  const { company: id, joining } = company.line;
  return (
    <>
      <Refused refused={refused} />
      <div className={styles.do}>
        {company.is_invited && (
          <>
            <Button kind="action" busy={busy} onClick={() => void act(() => companyRest.answer(token, id, true))}>
              {t("list.accept")}
            </Button>
            <Button busy={busy} onClick={() => void act(() => companyRest.answer(token, id, false))}>
              {t("list.decline")}
            </Button>
          </>
        )}
        {company.has_asked && (
          <>
            <span className={styles.quiet}>{t("list.asked")}</span>
            <Button busy={busy} onClick={() => void act(() => companyRest.leave(token, id))}>
              {t("list.takeBack")}
            </Button>
          </>
        )}
        {!company.is_invited && !company.has_asked && joining !== "invited" && (
          <Button kind="action" busy={busy} onClick={() => void act(() => companyRest.join(token, id))}>
            {t(joining === "open" ? "list.join" : "list.ask")}
          </Button>
        )}
        <CompanyReport token={token} line={company.line} />
      </div>
    </>
  );
}

function Inside({ token, company }: { token: string; company: Company }) {
  return (
    <>
      <EveningPart token={token} line={company.line} />
      <TablesPart company={company} />
      <ChatPart token={token} line={company.line} />
      <PeoplePart token={token} company={company} />
      <OwnPart token={token} line={company.line} />
    </>
  );
}

/** The company's tables: those that were there, and what has been sent of them since. */
function TablesPart({ company }: { company: Company }) {
  const { t } = useTranslation("companies");
  const room = useRoom();
  const [creating, setCreating] = useState(false);
  const { company: id, name } = company.line;
  const lines = useMemo(() => {
    const sent = [...room.tables.values()].filter((line) => line.company === id);
    return new Map([...company.tables, ...sent].map((line) => [line.table, line]));
  }, [company.tables, room.tables, id]);
  return (
    <Part
      title={t("tables.title")}
      end={room.seatedAt === null && <Button onClick={() => setCreating(true)}>{t("tables.open")}</Button>}
    >
      {lines.size === 0 && <p className={styles.quiet}>{t("tables.none")}</p>}
      <ul className={styles.list}>
        {tablesInOrder(lines.values()).map((line) => (
          <TableRow key={line.table} line={line} />
        ))}
      </ul>
      {creating && (
        <CreateTableDialog
          wish={{ company: "open", game: company.line.evening?.game ?? null, circle: { id, name } }}
          onClose={() => setCreating(false)}
        />
      )}
      <ToOwnTable id={id} />
    </Part>
  );
}

/** Who sits down at a table of the company goes to the room, where one's own table is. */
function ToOwnTable({ id }: { id: string }) {
  const { seatedAt, tables } = useRoom();
  const isHere = seatedAt !== null && tables.get(seatedAt)?.company === id;
  const [was] = useState(isHere);
  useEffect(() => {
    if (isHere && !was) goTo(null);
  }, [isHere, was]);
  return null;
}

function ChatPart({ token, line }: { token: string; line: CompanyLine }) {
  const { t } = useTranslation("companies");
  const client = useClient();
  const room = `company:${line.company}`;
  useEffect(() => {
    companyRest.chat(token, line.company).then(
      ({ lines }) => client.showChat(room, lines),
      () => undefined, // what is said from now on is shown all the same
    );
  }, [client, token, line.company, room]);
  return (
    <Part title={t("chat.title")}>
      <div className={styles.talk}>
        <ChatPane rooms={[{ room, label: line.name, empty: t("chat.empty") }]} shown />
      </div>
    </Part>
  );
}
