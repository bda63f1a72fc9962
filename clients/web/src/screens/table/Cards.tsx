import { useApp } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import styles from "./Cards.module.css";

/** A player's active cards (services/moderation/RULES.md §1): a small card of each colour that there is, and how many. */
export function Cards({ account }: { account: string }) {
  const { t } = useTranslation();
  const line = useApp(({ room }) => room?.players.get(account));
  const counts = { yellow: line?.yellow_cards ?? 0, blue: line?.blue_cards ?? 0 };
  return (["yellow", "blue"] as const).map(
    (colour) =>
      counts[colour] > 0 && (
        <span
          key={colour}
          className={`${styles.card} num`}
          data-colour={colour}
          role="img"
          aria-label={t(`table.cards.${colour}`, { count: counts[colour] })}
        >
          {counts[colour]}
        </span>
      ),
  );
}
