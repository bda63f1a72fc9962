import { useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { Amount } from "../../parts/Amount";
import { isVisitor } from "../../state/visitors";
import styles from "./OwnFigures.module.css";

/** One's own chips, which lead to the wallet, and one's rating: the same in the header of every page. */
export function OwnFigures() {
  const { t } = useTranslation();
  const { me, chips, elo, players } = useRoom();
  const rating = players.get(me.account)?.elo ?? elo;
  return (
    <dl className={styles.own}>
      {!me.guest && !isVisitor(me) && (
        <div>
          <dt className="sr">{t("room.chipsLabel")}</dt>
          <dd>
            <a className={styles.chips} href={addressOf({ at: "wallet" })}>
              <Amount chips={chips} />
            </a>
          </dd>
        </div>
      )}
      <div className={styles.rating}>
        <dt>
          <span className="sr">{t("room.ratingLabel")}</span>
          <span aria-hidden="true">Elo</span>
        </dt>
        <dd className="num">{rating}</dd>
      </div>
    </dl>
  );
}
