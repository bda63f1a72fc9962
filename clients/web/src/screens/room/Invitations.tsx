import { useClient, useRoom } from "../../app/context";
import type { Invitation } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Amount } from "../../parts/Amount";
import { Button } from "../../parts/Button";
import { Ring } from "../../parts/Ring";
import { useStill } from "../../parts/useStill";
import { useSecondsLeft } from "../../parts/useServerNow";
import styles from "./Invitations.module.css";
import { useClockLine } from "./useClockLine";
import { useOptionsLine } from "./useOptionsLine";

const VALID_S = 30;

/** The invitations that wait for an answer, each with the time it is still valid. `over`: on top of another screen;
 * `isHeld`: something below is being pressed, and is not pushed away by one that comes. */
export function Invitations({ over = false, isHeld = false }: { over?: boolean; isHeld?: boolean }) {
  const { t } = useTranslation();
  const room = useRoom();
  const invitations = useStill(room.invitations, isHeld);
  return (
    <div aria-live="polite" className={over ? styles.over : undefined}>
      {invitations.size > 0 && (
        <section aria-label={t("invitation.heading")}>
          <ul className={styles.list}>
            {[...invitations.values()].map((invitation) => (
              <InvitationCard key={invitation.invitation} invitation={invitation} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const client = useClient();
  const words = useGameWords();
  const options = useOptionsLine(invitation.game, invitation.options);
  const clock = useClockLine(invitation.clock_factor);
  const seconds = useSecondsLeft(invitation.expires_at_ms);
  const answer = (accept: boolean) => void client.answerInvitation(invitation.invitation, accept);
  return (
    <li className={styles.card}>
      <Ring share={seconds / VALID_S} late={seconds <= 5}>
        <span className="num" aria-hidden="true">
          {seconds}
        </span>
        <span className="sr" aria-live="off">
          {t("invitation.left", { count: seconds })}
        </span>
      </Ring>
      <div className={styles.what}>
        <h2>{t("invitation.title", { by: invitation.by })}</h2>
        <p>
          {t("invitation.text", { game: words.name(invitation.game), table: invitation.name })}
          {options && ` · ${options}`}
          {invitation.bots_allowed && ` · ${t("create.withBots")}`}
        </p>
        <p>
          {invitation.stake_chips > 0 ? <Amount chips={invitation.stake_chips} /> : t("common.stakeNone")}
          {clock && ` · ${clock}`}
        </p>
      </div>
      <div className={styles.answers}>
        <Button kind="action" onClick={() => answer(true)}>
          {t("invitation.accept")}
        </Button>
        <Button onClick={() => answer(false)}>{t("invitation.reject")}</Button>
      </div>
    </li>
  );
}
