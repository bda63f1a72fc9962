import { useApp } from "../../../app/context";
import { useChips } from "../../../i18n/useAmounts";
import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { Choice } from "../../../parts/Choice";
import { Field } from "../../../parts/Field";
import { Switch } from "../../../parts/Switch";
import { MultiChoice } from "../../../parts/MultiChoice";
import { useGameWords } from "../../../i18n/useWords";
import { BoardSelect } from "./BoardSelect";
import { type Draft, draftOf, EMPTY, type FieldsProps, isOwn, numbersOf } from "./draft";

/** A leaderboard's definition: a new one, or one of those that there are. */
export function BoardFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation("staff");
  const games = useApp((state) => state.catalogue);
  const words = useGameWords();
  const text = (name: "title" | "minGames" | "prizes", hint?: string) => (
    <Field
      label={t(`operations.fields.${name}`)}
      {...(hint ? { hint } : {})}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <BoardSelect chosen={draft.board} onChoose={(board) => onChange(board === null ? EMPTY : draftOf(board))} fresh />
      <Choice
        legend={t("operations.fields.repeat")}
        options={(["weekly", "monthly", "own"] as const).map((each) => ({
          value: each,
          label: t(`operations.repeats.${each}`),
        }))}
        value={draft.repeat}
        onChange={(repeat) => onChange({ repeat })}
      />
      <MultiChoice
        legend={t("operations.fields.games")}
        hint={t("operations.allGames")}
        options={(games ?? []).map(({ game }) => ({ value: game, label: words.name(game) }))}
        chosen={draft.games}
        onChange={(chosen) => onChange({ games: chosen })}
      />
      {text("minGames")}
      {text("prizes", t("operations.prizes"))}
      <Prizes text={draft.prizes} />
      {isOwn(draft) && text("title", t("operations.boardTitle"))}
      {isOwn(draft) &&
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
      <Concerns draft={draft} />
    </>
  );
}

/** Whom the board concerns, and from when on. */
function Concerns({ draft }: { draft: Draft }) {
  const { t } = useTranslation("staff");
  const words = useGameWords();
  const { list, moment } = useFormats();
  if (!draft.active) return <p role="status">{t("operations.concerns.off")}</p>;
  const games = draft.games.length > 0 ? list(draft.games.map((game) => words.name(game))) : t("operations.anyGame");
  const [from, until] = [draft.starts, draft.ends].map((text) => (text ? moment(new Date(text).getTime()) : "…"));
  return <p role="status">{t(`operations.concerns.${draft.repeat}`, { games, from, until })}</p>;
}

/** The prizes by place, as they are read. */
function Prizes({ text }: { text: string }) {
  const { t } = useTranslation("staff");
  const chips = useChips();
  const { number, list } = useFormats();
  const prizes = numbersOf(text) ?? [];
  if (prizes.length === 0) return null;
  const said = prizes.map((each, at) => t("operations.prize", { place: number(at + 1), chips: chips(each) }));
  return <p role="status">{list(said)}</p>;
}
