import { type FormEvent, useId, useState } from "react";
import { useApp, useClient, useRoom } from "../../app/context";
import type { GameInfo } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import type { Refusal } from "../../i18n/useWords";
import { leastStake } from "../../economy/rules";
import { useStakeRules } from "../../economy/useStakeRules";
import { gamesInOrder } from "../../state/games";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Dialog } from "../../parts/Dialog";
import { Field } from "../../parts/Field";
import { Switch } from "../../parts/Switch";
import styles from "./CreateTableDialog.module.css";
import { GameField } from "./GameField";
import { InviteField } from "./InviteField";
import { OptionFields } from "./OptionFields";
import { PracticeFields } from "./PracticeFields";
import { StakeField } from "./StakeField";
import { FreeChairs } from "./FreeChairs";
import {
  type Company,
  type Draft,
  type FieldProps,
  isComplete,
  mayHaveBots,
  toFrame,
  useDraft,
  type Wish,
} from "./useDraft";

const ACTIONS = { open: "create.create", invite: "create.createInvite", computer: "create.createComputer" } as const;

interface Props {
  wish: Wish;
  onClose: () => void;
}

/** Opening a table: what is played, with whom, for how much. Who is faster than the list of games sees it come. */
export function CreateTableDialog({ wish, onClose }: Props) {
  const { t } = useTranslation();
  const says = useSays();
  const catalogue = useApp((state) => state.catalogue);
  const games = gamesInOrder(catalogue ?? []).filter((info) => !info.house_banked);
  const first = games.find((info) => info.game === wish.game) ?? games[0];
  if (first) return <Drafting games={games} first={first} wish={wish} onClose={onClose} />;
  return (
    <Dialog title={t("create.title")} onClose={onClose}>
      <p role="status">{catalogue ? says({ code: "catalogue_missing" }) : t("create.waiting")}</p>
    </Dialog>
  );
}

interface DraftingProps {
  wish: Wish;
  onClose: () => void;
  games: readonly GameInfo[];
  first: GameInfo;
}

function Drafting({ games, first, wish, onClose }: DraftingProps) {
  const { t } = useTranslation();
  const says = useSays();
  const { me } = useRoom();
  const rules = useStakeRules();
  const least = rules ? leastStake(rules, first.game) : 0;
  const { draft, change } = useDraft(first, wish, me.name, least);
  const { refusal, busy, send } = useSend(onClose);
  const form = useId();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void send(draft);
  };
  return (
    <Dialog
      title={t(draft.company === "computer" ? "now.computer" : "create.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button kind="action" type="submit" form={form} busy={busy} disabled={!isComplete(draft)}>
            {t(ACTIONS[draft.company])}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit}>
        {refusal && (
          <p className={styles.refusal} role="alert">
            {says(refusal)}
          </p>
        )}
        {draft.circle && <OnlyFor name={draft.circle.name} />}
        {draft.company === "open" && !draft.circle && <FreeChairs game={draft.game.game} onSeated={onClose} />}
        <GameField games={games} draft={draft} onChange={change} isChosen={wish.game === first.game} />
        <OptionFields draft={draft} onChange={change} />
        {draft.circle ? (
          <StakeField draft={draft} onChange={change} />
        ) : (
          <CompanyFields draft={draft} onChange={change} />
        )}
        <Field
          label={t("create.name")}
          value={draft.name}
          minLength={3}
          maxLength={40}
          required
          onChange={(event) => change({ name: event.target.value })}
        />
        <OthersFields draft={draft} onChange={change} />
      </form>
    </Dialog>
  );
}

/** Who else may be there: spectators, and programs. */
function OthersFields({ draft, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <>
      {!draft.circle && (
        <Switch
          label={t("create.spectators")}
          on={draft.spectators}
          onChange={(spectators) => onChange({ spectators })}
        />
      )}
      {mayHaveBots(draft) && (
        <Switch label={t("create.bots")} on={draft.botsAllowed} onChange={(botsAllowed) => onChange({ botsAllowed })} />
      )}
    </>
  );
}

function OnlyFor({ name }: { name: string }) {
  const { t } = useTranslation("companies");
  return <p>{t("tables.only", { name })}</p>;
}

/** Who plays, and for how much where that is a question. */
function CompanyFields({ draft, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <>
      <Choice<Company>
        legend={t("create.with")}
        options={[
          { value: "open", label: t("create.modeOpen") },
          { value: "invite", label: t("create.modeInvite") },
          { value: "computer", label: t("create.modeComputer") },
        ]}
        value={draft.company}
        onChange={(company) => onChange({ company })}
      />
      {draft.company === "invite" && <InviteField draft={draft} onChange={onChange} />}
      {draft.company === "computer" ? (
        <PracticeFields draft={draft} onChange={onChange} />
      ) : (
        <StakeField draft={draft} onChange={onChange} />
      )}
    </>
  );
}

/** Sends the draft; the dialog closes when the table is there, and says why when it is not. */
function useSend(onClose: () => void) {
  const client = useClient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (draft: Draft) => {
    setBusy(true);
    const answer = await client.createTable(toFrame(draft));
    setBusy(false);
    if (answer.t === "done") onClose();
    else setRefusal({ code: answer.error, detail: answer.detail });
  };
  return { refusal, busy, send };
}
