import { useTranslation } from "react-i18next";
import { useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { Amount } from "../../parts/Amount";
import { Logo } from "../../parts/Logo";
import { AccountMenu } from "./AccountMenu";
import styles from "./Header.module.css";

/** Who is here and how much is on; one's own chips and rating; the account. */
export function Header() {
  const { t } = useTranslation();
  const { me, chips, elo, players, tables } = useRoom();
  const running = [...tables.values()].filter((line) => line.state === "started").length;
  const rating = players.get(me.account)?.elo ?? elo;
  return (
    <header className={styles.header}>
      <Logo />
      <div className={styles.welcome}>
        <h1>{t("room.hello", { name: me.name })}</h1>
        <p className="num">
          {t("room.playersHere", { count: players.size })} · {t("room.matchesOn", { count: running })}
        </p>
      </div>
      <dl className={styles.own}>
        <div>
          <dt className="sr">{t("room.chipsLabel")}</dt>
          <dd>
            <a className={styles.chips} href={addressOf({ at: "wallet" })}>
              <Amount chips={chips} />
            </a>
          </dd>
        </div>
        <div className={styles.rating}>
          <dt>
            <span className="sr">{t("room.ratingLabel")}</span>
            <span aria-hidden="true">Elo</span>
          </dt>
          <dd className="num">{rating}</dd>
        </div>
      </dl>
      <AccountMenu />
    </header>
  );
}
