import { rankings, rest, type OwnBadge } from "kafeneio-client";
import { useApp } from "../../app/context";
import { useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { BadgeIcon } from "./BadgeIcon";
import styles from "./Badges.module.css";
import { useBadgeWords } from "./useBadgeWords";

interface Props {
  match: string;
  /** Whether ranking has taken the match in: before that it has earned nothing. */
  settled: boolean;
}

/** A quiet line of the result for each badge that the match has earned. Nothing is said to whom ranking says nothing, nor
 * while a reality check is due. */
export function NewBadges({ match, settled }: Props) {
  const token = useApp((state) => state.token);
  const asked = useRequest(`new badges ${match}`, settled && token !== null ? () => earnedBy(token, match) : null);
  const isGuest = useApp((state) => state.room?.me.guest ?? false);
  const found = asked.state === "here" ? asked.value : [];
  const care = useRequest(
    `care ${match}`,
    found.length > 0 && !isGuest && token !== null ? () => rest.care(token) : null,
  );
  const isDue = !isGuest && !(care.state === "here" && !care.value.check_due);
  return found.length === 0 || isDue ? null : <Lines badges={found} />;
}

async function earnedBy(token: string, match: string): Promise<OwnBadge[]> {
  const { badges, quiet } = await rankings.ownBadges(token);
  return quiet ? [] : badges.filter((badge) => badge.match === match);
}

function Lines({ badges }: { badges: readonly OwnBadge[] }) {
  const { t } = useTranslation("badges");
  const words = useBadgeWords();
  return (
    <div role="status">
      {badges.map(({ badge }) => (
        <p key={badge} className={styles.fresh}>
          <BadgeIcon badge={badge} />
          <span>
            {t("fresh")} {words.name(badge)}
          </span>
        </p>
      ))}
    </div>
  );
}
