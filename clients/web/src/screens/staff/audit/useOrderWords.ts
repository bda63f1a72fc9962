import type { Order } from "kafeneio-client";
import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { useChips } from "../../../i18n/useAmounts";
import { useGameWords } from "../../../i18n/useWords";

type Operation = Order["operation"];
type Names = (account: string) => string;
type Saved = Extract<Operation, { kind: "save_board" }>["definition"];

/** What was ordered, in words, a line each; null for what has words elsewhere. `board`: what a board is called. */
export function useOrderWords(
  board: (board: string, title?: string) => string,
): (names: Names, operation: Operation) => string[] | null {
  const { t } = useTranslation("staff");
  const { number, period } = useFormats();
  const definition = useDefinitionWords();
  const paid = usePaidWords();
  return (names, operation) => {
    switch (operation.kind) {
      case "save_board":
        return [board(operation.definition.board, operation.definition.title), ...definition(operation.definition)];
      case "close_board":
        return [`${board(operation.board, operation.title)}, ${period(operation.period)}`];
      case "annul_round":
        return [
          t("operations.rounds.number", { number: number(operation.number) }),
          ...(operation.damaged_shoe ? [t("operations.fields.damagedShoe")] : []),
        ];
      case "correct_round":
        return operation.credited === null ? [t("operations.fields.voids")] : paid(names, operation.credited);
      case "post_terms":
        return (["el", "en", "es"] as const).map((each) => `${t(`operations.fields.${each}`)}: ${operation[each]}`);
      case "annul_match":
      case "take_back":
        return [t(`operations.kinds.${operation.kind}`)];
      default:
        return null;
    }
  };
}

/** Chips by account, a line for each. */
export function usePaidWords(): (names: Names, chips: Readonly<Record<string, number>>) => string[] {
  const { t } = useTranslation("staff");
  const { number } = useFormats();
  return (names, chips) =>
    Object.entries(chips).map(([account, each]) => {
      const name = names(account);
      return t("audit.paid", { name: name === account ? t("audit.somebody") : name, chips: number(each) });
    });
}

/** How often a board comes again, for which games, with which prizes, and when. */
function useDefinitionWords(): (definition: Saved) => string[] {
  const { t } = useTranslation("staff");
  const chips = useChips();
  const words = useGameWords();
  const { number, list, moment } = useFormats();
  const field = (name: "minGames" | "prizes" | "starts" | "ends" | "active", said: string) =>
    `${t(`operations.fields.${name}`)}: ${said}`;
  return ({ repeat, games, min_games: least, prizes_chips: prizes, starts_at_ms: from, ends_at_ms: until, active }) => [
    t(`operations.repeats.${repeat}`),
    games === null ? t("operations.anyGame") : list(games.map((game) => words.name(game))),
    field("minGames", number(least)),
    ...(prizes.length > 0
      ? [
          field(
            "prizes",
            list(prizes.map((each, at) => t("operations.prize", { place: number(at + 1), chips: chips(each) }))),
          ),
        ]
      : []),
    ...(from === null ? [] : [field("starts", moment(from))]),
    ...(until === null ? [] : [field("ends", moment(until))]),
    field("active", active ? "✓" : "–"),
  ];
}
