import { CardFace } from "../../cards/CardFace";
import { useCardName } from "../../cards/useCardName";
import type { View } from "../../generated/games/baccarat";
import { Ring } from "../../parts/Ring";
import { useSecondsLeft } from "../../parts/useServerNow";
import type { HouseBankedTable, Say } from "../api";
import styles from "./Deal.module.css";
import { roundWords } from "./roundText";

const LATE_S = 5;

interface Props {
  view: View;
  house: HouseBankedTable | null;
  say: Say;
}

/** Both hands with their totals, and between them what is going on. */
export function Deal({ view, house, say }: Props) {
  const wins = view.result?.winner;
  return (
    <section className={styles.deal} aria-label={say("cards")}>
      <Hand name="player" cards={view.player} total={view.totals[0]} won={wins === "player"} say={say} />
      <Middle view={view} house={house} say={say} />
      <Hand name="banker" cards={view.banker} total={view.totals[1]} won={wins === "banker"} say={say} />
    </section>
  );
}

interface HandProps {
  name: "player" | "banker";
  cards: readonly string[];
  total: number;
  won: boolean;
  say: Say;
}

function Hand({ name, cards, total, won, say }: HandProps) {
  const named = useCardName();
  const said = cards.length > 0 ? cards.map(named).join(", ") : say("noCards");
  return (
    <div className={styles.hand} data-hand={name} data-won={won}>
      <h2>
        <span>{say(`boxes.${name}`)}</span>
        <span className={`${styles.total} num`} data-none={cards.length === 0}>
          {cards.length > 0 ? total : "–"}
        </span>
      </h2>
      <div className={styles.cards} role="img" aria-label={`${say(`boxes.${name}`)}: ${said}`}>
        {[0, 1, 2].map((at) => (
          <span key={at} className={styles.slot} data-third={at === 2} data-card={cards[at]}>
            {cards[at] && <CardFace code={cards[at]} />}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The phase in words; while bets are open, the seconds in their ring. */
function Middle({ view, house, say }: Props) {
  const ends = view.phase === "betting" ? (house?.windowEndsMs ?? null) : null;
  const seconds = useSecondsLeft(ends);
  const late = seconds <= LATE_S;
  return (
    <div className={styles.middle}>
      {ends !== null ? (
        <span className={styles.clock} role="timer" aria-label={say("secondsLeft", { count: seconds })}>
          <Ring share={seconds / view.bet_s} late={late}>
            <span className={`${styles.seconds} num`} data-late={late} aria-hidden="true">
              {seconds}
            </span>
          </Ring>
        </span>
      ) : (
        <span className={styles.round}>{say("round", { number: view.round })}</span>
      )}
      <p className={styles.said} data-result={view.result?.winner}>
        {phaseWords(view, house, say)}
      </p>
    </div>
  );
}

function phaseWords(view: View, house: HouseBankedTable | null, say: Say): string {
  if (view.result) return roundWords(view, say);
  if (house?.banking) return say("phase.banking");
  if (view.phase === "shuffling" && house?.wantsSeeds) return say("phase.seeds");
  return say(`phase.${view.phase}`);
}
