import { lazy, Suspense, useState } from "react";
import type { GameTotals, PlayerCard as Card, PlayerRecord } from "kafeneio-client";
import { useApp, useClient } from "../../app/context";
import { addressOf, goTo, usePage } from "../../app/pages";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Dialog } from "../../parts/Dialog";
import { Look } from "../../people/Face";
import type { ShownCard } from "../../people/shownCard";
import { isOnScreen } from "../../state/openTable";
import { FewBadges } from "../badges/BadgesPart";
import { CallDialog } from "../calls/CallDialog";
import { ReportDialog } from "../conduct/ReportDialog";
import { CreateTableDialog } from "../create/CreateTableDialog";
import { useStreak } from "../problems/useStreak";
import { Quintile } from "../rankings/Quintile";
import { CardActions, type Opened } from "./CardActions";
import { CardStanding } from "./CardStanding";
import styles from "./PlayerCard.module.css";
import { useCard } from "./useCard";

/** Where one plays it is loaded with the table. */
const GiftDialog = lazy(() => import("../table/GiftDialog").then((found) => ({ default: found.GiftDialog })));

interface Props extends ShownCard {
  onClose: () => void;
}

/** A player, as one may see them, and what may be done. At a table it lies above what is played. */
export function PlayerCard({ account, name, onClose }: Props) {
  const client = useClient();
  const token = useApp((state) => state.token) ?? "";
  const [opened, setOpened] = useState<Opened | null>(null);
  const page = usePage();
  const open = useApp((state) => (isOnScreen(state.open) ? state.open : null));
  const view = page?.at === "table" ? (open?.view ?? null) : null;
  const seat = view?.seats.findIndex((each) => each.account === account) ?? -1;
  const found = useCard(token, account);
  const { card } = found;
  const watch = (table: string) => {
    onClose();
    client.show(table);
  };
  if (opened === "report") {
    const where = view && seat >= 0 ? { table: view.table, match: view.match || null } : undefined;
    return <ReportDialog account={account} name={name} where={where} onClose={onClose} />;
  }
  if (opened === "challenge") return <Challenge name={card?.name ?? name} onClose={onClose} />;
  if (opened === "call") return <CallDialog friend={card?.name ?? name} onClose={onClose} />;
  if (opened === "treat" && view) {
    return (
      <Suspense fallback={null}>
        <GiftDialog view={view} to={seat} onClose={onClose} />
      </Suspense>
    );
  }
  const treats = view !== null && seat >= 0 && view.you !== null && view.phase === "playing";
  return (
    <Dialog title={name} place={view ? "top" : "middle"} onClose={onClose}>
      <CardBody {...found} />
      {card && (
        <CardActions
          card={card}
          token={token}
          busy={found.busy}
          treats={treats}
          act={found.act}
          onOpen={setOpened}
          onWatch={watch}
          onClose={onClose}
        />
      )}
      {card?.relation === "self" && <OwnStreak token={token} />}
      {card && !card.bare && <FewBadges token={token} player={account} />}
      {found.record && <Record record={found.record} own={card?.relation === "self"} />}
      {card && !card.bare && <Figures account={account} onClose={onClose} />}
    </Dialog>
  );
}

/** The usual dialog of a table, with the player invited; a table that was opened is in the room. */
function Challenge({ name, onClose }: { name: string; onClose: () => void }) {
  const client = useClient();
  const done = () => {
    onClose();
    if (client.store.getState().room?.seatedAt) goTo({ at: "room" });
  };
  return <CreateTableDialog wish={{ company: "invite", game: null, invite: name }} onClose={done} />;
}

function CardBody({ card, refused }: ReturnType<typeof useCard>) {
  const { t } = useTranslation("player");
  const says = useSays();
  return (
    <>
      {refused && <p role="alert">{says(refused)}</p>}
      {!card && !refused && <p role="status">{t("waiting")}</p>}
      {card && (
        <div className={styles.head}>
          <span className={styles.face}>
            <Look name={card.name} photo={card.photo} avatar={card.avatar} />
          </span>
          <div className={styles.words}>
            {!card.bare && <Ratings card={card} />}
            <CardStanding card={card} />
          </div>
        </div>
      )}
    </>
  );
}

function Ratings({ card }: { card: Card }) {
  const { t } = useTranslation("player");
  const { rating } = useFormats();
  return (
    <p className={`${styles.ratings} num`}>
      <strong>
        {t("elo")} {card.elo === null || card.elo === undefined ? "–" : rating(card.elo)}
      </strong>
      {card.quintile !== null && (
        <span>
          {t("dominoes")} <Quintile value={card.quintile ?? null} />
        </span>
      )}
    </p>
  );
}

/** A quiet number for oneself. */
function OwnStreak({ token }: { token: string }) {
  const streak = useStreak(token);
  return streak === null ? null : <p>{streak}</p>;
}

/** Matches by game, and those of the two against each other. */
function Record({ record, own }: { record: PlayerRecord; own: boolean }) {
  const { t } = useTranslation("player");
  return (
    <>
      {!own && (
        <section className={styles.part} aria-label={t("together.title")}>
          <h3>{t("together.title")}</h3>
          {record.together.length === 0 ? <p>{t("together.none")}</p> : <Results games={record.together} />}
        </section>
      )}
      {record.games.length > 0 && (
        <section className={styles.part} aria-label={t("games.title")}>
          <h3>{t("games.title")}</h3>
          <Results games={record.games} />
        </section>
      )}
    </>
  );
}

function Results({ games }: { games: readonly GameTotals[] }) {
  const { t } = useTranslation("player");
  const { number } = useFormats();
  const words = useGameWords();
  return (
    <table className={styles.results}>
      <thead>
        <tr>
          <th scope="col">{t("games.game")}</th>
          <th scope="col">{t("games.won")}</th>
          <th scope="col">{t("games.lost")}</th>
          <th scope="col">{t("games.tied")}</th>
        </tr>
      </thead>
      <tbody>
        {games.map((line) => (
          <tr key={line.game}>
            <th scope="row">{words.name(line.game)}</th>
            <td className="num">{number(line.won)}</td>
            <td className="num">{number(line.lost)}</td>
            <td className="num">{number(line.tied)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figures({ account, onClose }: { account: string; onClose: () => void }) {
  const { t } = useTranslation("player");
  const plays = useApp(({ room }) => (room?.seatedAt ?? null) !== null);
  if (plays) return null; // a match calls its player back from every other page
  return (
    <p className={styles.figures}>
      <a href={addressOf({ at: "player", player: account })} onClick={onClose}>
        {t("figures")}
      </a>
    </p>
  );
}
