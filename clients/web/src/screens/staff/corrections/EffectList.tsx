import type { BadgeMove, CorrectionEffect, RatingMove, RecordingLine } from "kafeneio-client";
import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { useComputerName } from "../../../people/useComputerNames";
import { useBadgeWords } from "../../badges/useBadgeWords";
import styles from "../Staff.module.css";
import { useBoardCalled } from "../useBoardCalled";
import { useNames } from "../useStaff";

interface Props {
  effect: CorrectionEffect;
  line: RecordingLine;
}

/** Every chip, rating, badge, place and prize that a correction would move, with names. */
export function EffectList({ effect, line }: Props) {
  const { t } = useTranslation("staff");
  const lines = useEffectWords(effect, line);
  return (
    <section aria-label={t("correction.effect")}>
      <h4>{t("correction.effect")}</h4>
      {lines.length === 0 && <p>{t("correction.nothing")}</p>}
      <ul className={styles.chat}>
        {lines.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  );
}

function useEffectWords(effect: CorrectionEffect, line: RecordingLine): string[] {
  const { accounts, chips, ratings, competition, badges = [] } = effect;
  const { t } = useTranslation("staff");
  const { signed, rating, number } = useFormats();
  const called = useComputerName();
  const board = useBoardCalled();
  const seatOf = new Map(accounts.map((account, seat) => [account, line.seats[seat]?.name ?? ""]));
  const others = useNames(competition.moves.map((each) => each.account).filter((each) => !seatOf.has(each)));
  const name = (account: string) => called(seatOf.get(account) ?? others(account));
  const sit = (seat: number) => called(line.seats[seat]?.name ?? "");
  const deltas = chips.payouts.map((each, seat) => each - (chips.last_payouts[seat] ?? 0));
  const sayRating = ({ account, before, after, board: id, pr }: RatingMove) => {
    const said = { name: name(account), before: rating(before), after: rating(after) };
    if (pr) return t("correction.pr", said);
    return id ? t("correction.board", { ...said, board: board(id) }) : t("correction.elo", said);
  };
  const sayBadge = useBadgeMoves(name);
  const place = (at: number | null) => (at === null ? "–" : number(at));
  return [
    ...deltas.flatMap((delta, seat) =>
      delta === 0 ? [] : [t("correction.chips", { name: sit(seat), delta: signed(delta) })],
    ),
    ...(chips.rake_delta_chips === 0 ? [] : [t("correction.rake", { delta: signed(chips.rake_delta_chips) })]),
    ...Object.entries(chips.shortfalls).map(([seat, short]) =>
      t("correction.short", { name: sit(Number(seat)), chips: number(short ?? 0) }),
    ),
    ...ratings.map(sayRating),
    ...badges.map(sayBadge),
    ...competition.moves.map((each) =>
      t("correction.place", {
        name: name(each.account),
        before: place(each.place_before),
        after: place(each.place_after),
        competition: competition.name,
      }),
    ),
    ...competition.moves.flatMap((each) =>
      each.prize_delta_chips === 0
        ? []
        : [t("correction.prize", { name: name(each.account), delta: signed(each.prize_delta_chips) })],
    ),
    ...(competition.left_out ? [t("correction.leftOut", { competition: competition.name })] : []),
  ];
}

/** A badge that comes, goes, or stays with the day of another deed. */
function useBadgeMoves(name: (account: string) => string): (move: BadgeMove) => string {
  const { t } = useTranslation("staff");
  const { day } = useFormats();
  const { name: called } = useBadgeWords();
  return ({ account, badge, before_ms: before, after_ms: after }) => {
    const said = { name: name(account), badge: called(badge) };
    if (after === null) return t("correction.badgeGone", said);
    return before === null ? t("correction.badgeCome", said) : t("correction.badgeDay", { ...said, day: day(after) });
  };
}
