import { useState } from "react";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { newId, type Transfer } from "kafeneio-client";
import { Button } from "../../../parts/Button";
import { Choice } from "../../../parts/Choice";
import { Field } from "../../../parts/Field";
import styles from "../Staff.module.css";
import { staffRest } from "../staffRest";
import { useActing, useToken } from "../useStaff";
import { BoardFields } from "./BoardFields";
import { BoardSelect, PeriodSelect } from "./BoardSelect";
import { PaidFields } from "./PaidFields";
import { RoundField } from "./RoundField";
import { TableField } from "./TableField";
import { TransferField } from "./TransferField";
import { type Draft, EMPTY, type FieldsProps, type Kind, operationOf } from "./draft";

const KINDS: readonly Kind[] = [
  "correct_round",
  "annul_match",
  "annul_round",
  "take_back",
  "post_terms",
  "save_board",
  "close_board",
];

const BETS: ReadonlySet<string> = new Set(["bet"]);
/** What an operator can take back (services/wallet/RULES.md §2). */
const REWARDS: ReadonlySet<string> = new Set(["welcome", "invite_inviter", "invite_invitee", "free_ticket"]);

/** The round of a bet, whose reference is `bet:{round}:{player}`. */
const roundOf = ({ reference }: Transfer, account: string) => reference.slice("bet:".length, -account.length - 1);

interface Props {
  /** The order by which a board was changed last: boards are read again after it. */
  lastBoard: string;
  onPlaced: () => void;
}

/** One order: its kind, what it is about, and the reason without which there is none. */
export function OrderForm({ lastBoard, onPlaced }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const [kind, setKind] = useState<Kind>("annul_match");
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [reason, setReason] = useState("");
  const { busy, refused, act } = useActing(() => {
    setDraft(EMPTY);
    setReason("");
    onPlaced();
  });
  const operation = operationOf(kind, draft);
  const place = () => operation && act(staffRest.order(token, { id: newId(), reason, operation }));
  return (
    <div className={styles.form}>
      <Choice
        legend={t("operations.kind")}
        options={KINDS.map((value) => ({ value, label: t(`operations.kinds.${value}`) }))}
        value={kind}
        onChange={setKind}
        hint={t(`operations.hints.${kind}`)}
      />
      <Fields
        key={lastBoard}
        kind={kind}
        draft={draft}
        onChange={(change) => setDraft({ ...draft, ...change })}
        onPayAnew={(round) => {
          setKind("correct_round");
          setDraft({ ...EMPTY, round });
        }}
      />
      <Field
        label={t("decide.reason")}
        hint={t("operations.reason")}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      <Button kind="action" busy={busy} disabled={operation === null} onClick={place}>
        {t("operations.place")}
      </Button>
    </div>
  );
}

function Fields({ kind, draft, onChange, onPayAnew }: FieldsProps & { onPayAnew: (round: string) => void }) {
  const { t } = useTranslation("staff");
  switch (kind) {
    case "correct_round":
      return (
        <>
          <TransferField
            key="bets"
            label={t("operations.fields.round")}
            topics={["bets"]}
            kinds={BETS}
            meaning={roundOf}
            chosen={draft.round}
            onChange={(round) => onChange({ round, voids: true, amounts: {} })}
          />
          <PaidFields key={draft.round} draft={draft} onChange={onChange} />
        </>
      );
    case "annul_match":
      return <TableField draft={draft} onChange={onChange} />;
    case "annul_round":
      return (
        <>
          <TableField ofHouse draft={draft} onChange={onChange} />
          <RoundField draft={draft} onChange={onChange} onPayAnew={onPayAnew} />
        </>
      );
    case "take_back":
      return (
        <TransferField
          key="rewards"
          label={t("operations.fields.reference")}
          topics={["free", "lotteries"]}
          kinds={REWARDS}
          meaning={({ reference }) => reference}
          chosen={draft.reference}
          onChange={(reference) => onChange({ reference })}
        />
      );
    case "post_terms":
      return <TermsFields kind={kind} draft={draft} onChange={onChange} />;
    case "save_board":
      return <BoardFields kind={kind} draft={draft} onChange={onChange} />;
    case "close_board":
      return (
        <>
          <BoardSelect chosen={draft.board} onChoose={(board) => onChange({ board: board?.board ?? "" })} />
          <PeriodSelect board={draft.board} chosen={draft.period} onChoose={(period) => onChange({ period })} />
        </>
      );
  }
}

function TermsFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation("staff");
  return (["el", "en", "es"] as const).map((language) => (
    <label key={language} className={styles.words}>
      {t(`operations.fields.${language}`)}
      <textarea
        rows={3}
        maxLength={2000}
        lang={language}
        value={draft[language]}
        onChange={(event) => onChange({ [language]: event.target.value })}
      />
    </label>
  ));
}
