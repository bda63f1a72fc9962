import type { Definitions } from "kafeneio-client";
import { useTranslation } from "../../../i18n/useTranslation";
import { Button } from "../../../parts/Button";
import { Choice } from "../../../parts/Choice";
import { Field } from "../../../parts/Field";
import { Switch } from "../../../parts/Switch";
import { useResource } from "../../../app/useResource";
import styles from "../Staff.module.css";
import { staffRest } from "../staffRest";
import { useToken } from "../useStaff";
import { draftOf, type FieldsProps } from "./draft";

/** A leaderboard's definition: a new one, or one of those that there are. */
export function BoardFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation("staff");
  const token = useToken();
  const { value } = useResource<Definitions>(() => staffRest.boards(token));
  const text = (name: "board" | "games" | "minGames" | "prizes", hint?: string) => (
    <Field
      label={t(`operations.fields.${name}`)}
      {...(hint ? { hint } : {})}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <div className={styles.row}>
        {(value?.definitions ?? []).map((each) => (
          <Button key={each.board} onClick={() => onChange(draftOf(each))}>
            {each.board}
          </Button>
        ))}
      </div>
      {text("board")}
      <Choice
        legend={t("operations.fields.repeat")}
        options={(["weekly", "monthly", "own"] as const).map((each) => ({
          value: each,
          label: t(`operations.repeats.${each}`),
        }))}
        value={draft.repeat}
        onChange={(repeat) => onChange({ repeat })}
      />
      {text("games", t("operations.games"))}
      {text("minGames")}
      {text("prizes", t("operations.prizes"))}
      {draft.repeat === "own" &&
        (["starts", "ends"] as const).map((name) => (
          <Field
            key={name}
            type="datetime-local"
            label={t(`operations.fields.${name}`)}
            value={draft[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      <Switch label={t("operations.fields.active")} on={draft.active} onChange={(active) => onChange({ active })} />
    </>
  );
}
