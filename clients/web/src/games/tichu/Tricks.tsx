import { useState } from "react";
import { OpenCards } from "../../cards/OpenCards";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import type { Say } from "../api";
import { inOrder } from "./choice";
import { comboOf, playWords } from "./comboWords";
import { nameOf, type Sitting } from "./names";
import { pointsOf } from "./reckoning";
import styles from "./Tricks.module.css";
import { seatAt, type Shown, type Side, type View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** What the running trick is worth; behind it all its plays, the trick before, and what was exchanged. */
export function Tricks({ view, seats, say }: Props) {
  const [open, setOpen] = useState(false);
  const { plays, last_trick } = view;
  const exchanged = view.seat !== null && view.received[view.seat] !== undefined;
  if (plays.length === 0 && last_trick === null && !exchanged) return null;
  const words = { view, seats, say };
  return (
    <>
      <button type="button" className={styles.tricks} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="history" size={20} />
        <span className="num">
          <span className="sr">{say("tricks.title")} </span>
          {plays.length > 0 ? say("tricks.worth", { points: worth(plays) }) : ""}
        </span>
      </button>
      {open && (
        <Dialog title={say("tricks.title")} onClose={() => setOpen(false)}>
          <div className={styles.sheet}>
            {plays.length > 0 && (
              <Plays title={say("tricks.running", { points: worth(plays) })} plays={plays} {...words} />
            )}
            {last_trick && <Last trick={last_trick} {...words} />}
            <Exchanged {...words} />
          </div>
        </Dialog>
      )}
    </>
  );
}

const worth = (plays: readonly Shown[]) => pointsOf(plays.flatMap(({ cards }) => cards));

/** The trick taken before, and to whom the Dragon's was given. */
function Last({ trick, view, seats, say }: Props & { trick: NonNullable<View["last_trick"]> }) {
  const name = nameOf(seats, trick.owner);
  const to = trick.dragon_to === null ? "" : nameOf(seats, trick.dragon_to);
  const title = say(to ? "tricks.lastGiven" : "tricks.last", { name, to, points: worth(trick.plays) });
  return <Plays title={title} plays={trick.plays} view={view} seats={seats} say={say} />;
}

function Plays({ title, plays, seats, say }: Props & { title: string; plays: readonly Shown[] }) {
  return (
    <section>
      <h3 className={styles.head}>{title}</h3>
      <ol className={styles.plays}>
        {plays.map((play, at) => {
          const { kind, rank, phoenix } = comboOf(play);
          return (
            <li key={at} data-top={at === plays.length - 1 || undefined}>
              <span className="name">{nameOf(seats, play.seat)}</span>
              <span className={styles.words}>{playWords(play, say)}</span>
              <OpenCards cards={inOrder(play.cards, kind, rank, phoenix)} pack="tichu" />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const FROM: readonly Side[] = ["prev", "partner", "next"];

/** What the viewer has given and got in this hand. */
function Exchanged({ view, seats, say }: Props) {
  const you = view.seat;
  const [given, got] = you === null ? [] : [view.given[you], view.received[you]];
  if (you === null || !given || !got) return null;
  return (
    <section>
      <h3 className={styles.head}>{say("tricks.exchange")}</h3>
      <ul className={styles.plays}>
        {FROM.map((side) => (
          <li key={side}>
            <span className="name">{nameOf(seats, seatAt(you, side))}</span>
            <span className={styles.pair}>
              {say("tricks.given")} <OpenCards cards={[given[side]]} pack="tichu" />
            </span>
            <span className={styles.pair}>
              {say("tricks.got")} <OpenCards cards={[got[side]]} pack="tichu" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
