import { rankings } from "kafeneio-client";
import { useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { BadgeLines, GoalLines } from "./BadgeLines";
import styles from "./Badges.module.css";

const FEW = 3;

/** All badges of a player, on their page. Nothing while there are none. */
export function BadgesPart({ token, player }: { token: string; player: string }) {
  const { t } = useTranslation("badges");
  const asked = useRequest(`badges ${player}`, () => rankings.badges(token, player));
  if (asked.state !== "here" || asked.value.badges.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="badges">
      <h2 id="badges">{t("title")}</h2>
      <BadgeLines badges={asked.value.badges} />
    </section>
  );
}

/** The newest badges of a player, on their card. */
export function FewBadges({ token, player }: { token: string; player: string }) {
  const { t } = useTranslation("badges");
  const asked = useRequest(`badges ${player}`, () => rankings.badges(token, player));
  if (asked.state !== "here" || asked.value.badges.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("title")}>
      <h3>{t("title")}</h3>
      <BadgeLines badges={asked.value.badges.slice(0, FEW)} />
    </section>
  );
}

/** One's own badges, and what is still there to earn. */
export function OwnBadges({ token }: { token: string }) {
  const { t } = useTranslation("badges");
  const asked = useRequest("own badges", () => rankings.ownBadges(token));
  if (asked.state !== "here") return null;
  const { badges, goals } = asked.value;
  return (
    <>
      <section className={styles.part} aria-labelledby="badges">
        <h2 id="badges">{t("title")}</h2>
        {badges.length > 0 ? <BadgeLines badges={badges} /> : <p>{t("none")}</p>}
      </section>
      {goals.length > 0 && (
        <section className={styles.part} aria-labelledby="badge-goals">
          <h2 id="badge-goals">{t("goals")}</h2>
          <p className={styles.quiet}>{t("goalsHint")}</p>
          <GoalLines goals={goals} />
        </section>
      )}
    </>
  );
}
