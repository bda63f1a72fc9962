import { type FormEvent, type ReactNode, useState } from "react";
import type { Company, CompanyMember } from "kafeneio-client";
import { useRoom } from "../../app/context";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { IconButton } from "../../parts/IconButton";
import { Menu, MenuItem } from "../../parts/Menu";
import { useServerNow } from "../../parts/useServerNow";
import { Face } from "../../people/Face";
import { PlayerName } from "../../people/PlayerName";
import styles from "./Companies.module.css";
import { hostRest } from "./companyRest";
import { Part, Refused, Sure } from "./Parts";
import { type Acts, useActs } from "./useActs";

const MINUTE_MS = 60_000;

interface Props {
  token: string;
  company: Company;
}

/** Who is in the company, who asks to be, and for hosts who was invited. */
export function PeoplePart({ token, company }: Props) {
  const { t } = useTranslation("companies");
  const acts = useActs();
  const { act, busy } = acts;
  const id = company.line.company;
  const isHost = company.line.role !== "member";
  return (
    <Part title={t("people.title")}>
      <Refused refused={acts.refused} />
      {isHost && <Invite token={token} company={id} acts={acts} />}
      <ul className={styles.list}>
        {company.asking.map((each) => (
          <Person key={each.account} account={each.account} name={each.name} note={t("people.asking")}>
            <Button
              kind="action"
              busy={busy}
              onClick={() => void act(() => hostRest.letIn(token, id, each.account, true))}
            >
              {t("people.yes")}
            </Button>
            <Button busy={busy} onClick={() => void act(() => hostRest.letIn(token, id, each.account, false))}>
              {t("people.no")}
            </Button>
          </Person>
        ))}
        {company.members.map((each) => (
          <Member key={each.account} token={token} company={company} member={each} acts={acts} />
        ))}
        {company.invited.map((each) => (
          <Person key={each.account} account={each.account} name={each.name} note={t("people.invited")}>
            <IconButton
              icon="close"
              label={t("people.takeBack", { name: each.name })}
              onClick={() => void act(() => hostRest.remove(token, id, each.account))}
            />
          </Person>
        ))}
      </ul>
    </Part>
  );
}

function Invite({ token, company, acts: { act, busy } }: { token: string; company: string; acts: Acts }) {
  const { t } = useTranslation("companies");
  const [name, setName] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && (await act(() => hostRest.invite(token, company, name.trim())))) setName("");
  };
  return (
    <form className={styles.form} aria-label={t("people.invite")} onSubmit={(event) => void submit(event)}>
      <Field label={t("people.name")} value={name} maxLength={64} onChange={(event) => setName(event.target.value)} />
      <Button type="submit" busy={busy}>
        {t("people.send")}
      </Button>
    </form>
  );
}

function Member({ token, company, member, acts }: Props & { member: CompanyMember; acts: Acts }) {
  const { t } = useTranslation("companies");
  const { moment } = useFormats();
  const now = useServerNow(member.muted_until_ms > 0, MINUTE_MS);
  const { me } = useRoom();
  const isMuted = member.muted_until_ms > now;
  const notes = [
    t(`role.${member.role}`),
    ...(member.comes ? [t("people.comes")] : []),
    ...(isMuted ? [t("people.muted", { when: moment(member.muted_until_ms) })] : []),
  ];
  const own = company.line.role;
  const mayAct = member.account !== me.account && (own === "founder" || (own === "host" && member.role === "member"));
  return (
    <Person account={member.account} name={member.name} note={notes.join(" · ")}>
      {mayAct && <Doings token={token} company={company} member={member} isMuted={isMuted} acts={acts} />}
    </Person>
  );
}

type Asked = "remove" | "handOver";

interface DoingsProps extends Props {
  member: CompanyMember;
  isMuted: boolean;
  acts: Acts;
}

/** What may be done with a member; what cannot be taken back is asked once more. */
function Doings(props: DoingsProps) {
  const { t } = useTranslation("companies");
  const [asked, setAsked] = useState<Asked | null>(null);
  const { token, company, member, acts } = props;
  const { account, name } = member;
  const doings = {
    remove: () => hostRest.remove(token, company.line.company, account),
    handOver: () => hostRest.setRole(token, company.line.company, account, "founder"),
  };
  return (
    <>
      <Menu trigger={(trigger) => <IconButton icon="menu" label={t("people.menu", { name })} {...trigger} />}>
        {(close) => <Items {...props} close={close} onAsk={setAsked} />}
      </Menu>
      {asked && (
        <Sure
          title={t(`people.${asked}`)}
          text={t(`sure.${asked}`, { name })}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null);
            void acts.act(doings[asked]);
          }}
        />
      )}
    </>
  );
}

function Items({
  token,
  company,
  member,
  isMuted,
  acts: { act },
  close,
  onAsk,
}: DoingsProps & { close: () => void; onAsk: (what: Asked) => void }) {
  const { t } = useTranslation("companies");
  const { company: id, role: own } = company.line;
  const { account, role } = member;
  const other = role === "host" ? "member" : "host";
  const item = (doing: () => unknown) => () => {
    close();
    doing();
  };
  return (
    <>
      <MenuItem icon="chat" onClick={item(() => void act(() => hostRest.mute(token, id, account, !isMuted)))}>
        {t(isMuted ? "people.unmute" : "people.mute")}
      </MenuItem>
      {own === "founder" && (
        <>
          <MenuItem icon="person" onClick={item(() => void act(() => hostRest.setRole(token, id, account, other)))}>
            {t(`people.${other}`)}
          </MenuItem>
          <MenuItem icon="key" onClick={item(() => onAsk("handOver"))}>
            {t("people.handOver")}
          </MenuItem>
        </>
      )}
      <MenuItem icon="close" onClick={item(() => onAsk("remove"))}>
        {t("people.remove")}
      </MenuItem>
    </>
  );
}

function Person({
  account,
  name,
  note,
  children,
}: {
  account: string;
  name: string;
  note: string;
  children?: ReactNode;
}) {
  return (
    <li className={styles.row}>
      <span className={styles.face}>
        <Face account={account} name={name} />
      </span>
      <div className={styles.words}>
        <PlayerName account={account} name={name} />
        <p className={styles.quiet}>{note}</p>
      </div>
      {children && <div className={styles.do}>{children}</div>}
    </li>
  );
}
