import { useGameWords } from "../../i18n/useWords";
import { Choice } from "../../parts/Choice";
import { valuesInOrder } from "../../state/games";
import type { FieldProps } from "./useDraft";

/** The game's options as its catalogue entry lists them. */
export function OptionFields({ draft, onChange }: FieldProps) {
  const words = useGameWords();
  const { game, options } = draft;
  return Object.entries(game.options)
    .filter(([, values]) => values.length > 1)
    .map(([option, values]) => (
      <Choice
        key={option}
        legend={words.option(game.game, option)}
        options={valuesInOrder(values).map((value) => ({
          value: String(value),
          label: words.value(game.game, option, value),
        }))}
        value={String(options[option])}
        hint={words.hint(game.game, option, options[option])}
        onChange={(chosen) =>
          onChange({ options: { ...options, [option]: values.find((value) => String(value) === chosen) } })
        }
      />
    ));
}
