import type { GameInfo } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";

export interface GameDraft {
  name: string;
  game: string;
  options: Record<string, unknown>;
}

interface Props {
  games: readonly GameInfo[];
  draft: GameDraft;
  onChange: (change: Partial<GameDraft>) => void;
  nameError: string | null;
  nameMax: number;
}

/** How many play a game with these options: its seats, or what its form for two or four says. */
export function playersOf(games: readonly GameInfo[], draft: GameDraft): 2 | 4 {
  const seats = draft.options["seats"];
  if (seats === 2 || seats === 4) return seats;
  if (draft.options["variant"] === "classic2") return 2;
  return games.find((info) => info.game === draft.game)?.seats[0] === 4 ? 4 : 2;
}

/** The name of a competition, its game and the game's options. */
export function GameFields({ games, draft, onChange, nameError, nameMax }: Props) {
  const { t } = useTranslation("competitions");
  const words = useGameWords();
  const info = games.find((each) => each.game === draft.game);
  const choose = (game: string) => {
    const found = games.find((each) => each.game === game);
    const options = Object.fromEntries(Object.entries(found?.options ?? {}).map(([name, [value]]) => [name, value]));
    onChange({ game, options });
  };
  return (
    <>
      <Field
        label={t("form.name")}
        value={draft.name}
        minLength={3}
        maxLength={nameMax}
        error={nameError}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Choice
        legend={t("form.game")}
        options={games.map((each) => ({ value: each.game, label: words.name(each.game) }))}
        value={draft.game}
        onChange={choose}
      />
      {Object.entries(info?.options ?? {})
        .filter(([, values]) => values.length > 1)
        .map(([option, values]) => (
          <Choice
            key={option}
            legend={words.option(draft.game, option)}
            options={values.map((value) => ({ value: String(value), label: words.value(draft.game, option, value) }))}
            value={String(draft.options[option])}
            onChange={(chosen) =>
              onChange({
                options: { ...draft.options, [option]: values.find((value) => String(value) === chosen) },
              })
            }
          />
        ))}
    </>
  );
}
