import { CardFace } from "../../cards/CardFace";
import type { PlaceOf } from "../../cards/trick";
import { useLingering } from "../../cards/useLingering";
import { OpenCards } from "../../cards/OpenCards";
import type { Say } from "../api";
import styles from "./Centre.module.css";
import { inOrder } from "./choice";
import { comboOf, playWords } from "./comboWords";
import { nameOf, type Sitting } from "./names";
import { seatAt, type Shown, type Side, type View } from "./view";
import { Window } from "./Window";

interface Props {
  view: View;
  seats: readonly Sitting[];
  placeOf: PlaceOf;
  say: Say;
}

/** The middle of the cloth: the top play over the one it beat; before the first lead what came in the exchange. */
export function Centre(props: Props) {
  const { view, seats, placeOf, say } = props;
  const last = view.last_trick;
  const taken = last && { laid: last.plays.map(laidOf), winner: last.dragon_to ?? last.owner };
  const shown = useLingering(view.plays.map(laidOf), view.dog === null && !isFresh(view) ? taken : null);
  const plays = shown.winner === null ? view.plays : (last?.plays ?? []);
  const [before, top] = [plays.at(-2), plays.at(-1)];
  if (top === undefined) return view.dog === null ? <Received {...props} /> : <Dog {...props} dog={view.dog} />;
  return (
    <div className={styles.centre}>
      <ul
        className={styles.trick}
        aria-label={say("cards:trick")}
        data-swept={shown.swept || undefined}
        data-to={shown.winner === null ? undefined : placeOf(shown.winner)}
      >
        {before && <Laid play={before} {...props} under />}
        <Laid key={laidOf(top).card} play={top} {...props} />
      </ul>
      <div className={styles.below}>
        {!shown.swept && (
          <p className={styles.caption} aria-hidden="true">
            <span className="name">{nameOf(seats, top.seat)}</span>
            <strong>{playWords(top, say)}</strong>
          </p>
        )}
        {view.phase === "window" && <Window key={laidOf(top).card} say={say} />}
      </div>
    </div>
  );
}

const laidOf = ({ seat, cards }: Shown) => ({ seat, card: cards.join(" ") });

/** Whether nothing has been played in this hand: what was taken last belongs to the one before. */
const isFresh = ({ phase, counts }: View) => phase === "grand" || phase === "exchange" || counts.every((n) => n === 14);

const ROW = 7;

/** One play: its cards side by side, in two rows where they are many. */
function Laid({ play, seats, placeOf, say, under = false }: Props & { play: Shown; under?: boolean }) {
  const { kind, rank, phoenix } = comboOf(play);
  const cards = inOrder(play.cards, kind, rank, phoenix);
  const perRow = cards.length > ROW ? Math.ceil(cards.length / 2) : ROW;
  const words = playWords(play, say);
  return (
    <li
      className={styles.play}
      data-under={under || undefined}
      data-place={placeOf(play.seat)}
      data-bomb={kind.startsWith("bomb") || undefined}
      data-laid={play.cards.join(" ")}
    >
      <span className="sr">{say("cards:played", { name: nameOf(seats, play.seat), card: words })}</span>
      {[cards.slice(0, perRow), cards.slice(perRow)].map(
        (row, at) =>
          row.length > 0 && (
            <span key={at} className={styles.row}>
              {row.map((card) => (
                <CardFace key={card} code={card} pack="tichu" />
              ))}
            </span>
          ),
      )}
    </li>
  );
}

/** The Dog goes over the table, from who has led it to who leads now. */
function Dog({ view, seats, placeOf, say, dog }: Props & { dog: number }) {
  const to = view.turn ?? seatAt(dog, "partner");
  const words = say("dogTo", { name: nameOf(seats, dog), to: nameOf(seats, to) });
  return (
    <div className={styles.dog} role="img" aria-label={words} data-from={placeOf(dog)} data-to={placeOf(to)}>
      <CardFace code="DOG" pack="tichu" />
    </div>
  );
}

const FROM: readonly Side[] = ["prev", "partner", "next"];

/** What the viewer has got in the exchange, and from whom, until cards are played. */
function Received({ view, seats, say }: Props) {
  const got = view.seat === null || !isFresh(view) || view.phase !== "play" ? undefined : view.received[view.seat];
  if (!got || view.seat === null) return null;
  const seat = view.seat;
  return (
    <dl className={styles.received} data-paper aria-label={say("exchange.received")}>
      {FROM.map((side) => (
        <div key={side}>
          <dt className="name">{nameOf(seats, seatAt(seat, side))}</dt>
          <dd>
            <OpenCards cards={[got[side]]} pack="tichu" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
