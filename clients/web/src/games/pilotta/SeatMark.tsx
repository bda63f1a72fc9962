import { memo } from "react";
import { Backs } from "../../cards/Backs";
import { Balloon } from "../../cards/Balloon";
import { OpenCards } from "../../cards/OpenCards";
import type { Place } from "../../parts/places";
import { sameIn } from "../../state/still";
import type { Say } from "../api";
import { type Call, spoken } from "./calls";
import { nameOf, type Sitting } from "./names";
import { inOrder } from "./playing";
import styles from "./SeatMark.module.css";
import { beloteIsSaid, finished } from "./shown";
import { CallText, NamedSuit } from "./Suited";
import type { View } from "./view";

interface Props {
  seat: number;
  place: Place;
  /** Whose cards are shown below, and not here. */
  below: number;
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** At a seat's place on the cloth: its cards, whether it deals or has taken, and what it says. */
export function SeatMark({ seat, place, below, view, seats, say }: Props) {
  const open = seat === below ? undefined : view.hands[seat];
  const upright = place === "left" || place === "right";
  return (
    <div className={styles.seat} role="group" aria-label={nameOf(seats, seat)}>
      <div className={styles.mark} data-upright={upright}>
        {open ? (
          <OpenCards cards={inOrder(open, view.contract?.trump ?? null)} upright={upright} />
        ) : (
          seat !== below && <Backs count={view.counts[seat] ?? 0} />
        )}
        <Coins seat={seat} view={view} say={say} />
      </div>
      <Speech seat={seat} place={place} view={view} say={say} />
    </div>
  );
}

const MARKED = ["contract", "declarations", "dealer", "phase"] as const;

interface CoinsProps extends Pick<Props, "seat" | "say"> {
  view: Pick<View, (typeof MARKED)[number]>;
}

/** Small round marks: the dealer, the taker's trumps, what was declared. */
const Coins = memo(function Coins({ seat, view, say }: CoinsProps) {
  const { contract } = view;
  const declared = view.declarations.find((one) => one.seat === seat);
  const takes = contract?.taker === seat && view.phase !== "auction";
  return (
    <span className={styles.coins}>
      {view.dealer === seat && (
        <span className={styles.dealer} title={say("dealer")}>
          <span aria-hidden="true">{say("dealerLetter")}</span>
          <span className="sr">{say("dealer")}</span>
        </span>
      )}
      {takes && (
        <span className={styles.taker} title={say("taker")}>
          <span className="sr">{say("taker")} </span>
          <NamedSuit letter={contract.trump} say={say} />
        </span>
      )}
      {declared && (
        <span className={`${styles.declared} num`} data-counts={declared.counts ?? undefined}>
          <span aria-hidden="true">{declared.points}</span>
          <span className="sr">{declaredWords(declared, say)}</span>
        </span>
      )}
    </span>
  );
}, sameIn(MARKED));

function declaredWords({ points, counts }: View["declarations"][number], say: Say): string {
  const words = say("declared", { points });
  return counts === null ? words : `${words}, ${say(counts ? "declaredCounts" : "declaredNot")}`;
}

/** What hangs in the air before a seat. */
function Speech({ seat, place, view, say }: Pick<Props, "seat" | "place" | "view" | "say">) {
  const call = spoken(view).get(seat);
  const said = view.belote?.seat === seat && beloteIsSaid(view) ? view.belote.said : null;
  const first = finished(view) === 0 && view.phase === "tricks";
  const declared = first ? view.declarations.find((one) => one.seat === seat) : undefined;
  if (said) return <Balloon place={place}>{say(`belote.${said}`)}</Balloon>;
  if (declared) return <Balloon place={place}>{say("declares", { points: declared.points })}</Balloon>;
  return call ? <Called call={call} place={place} say={say} /> : null;
}

function Called({ call, place, say }: { call: Call; place: Place; say: Say }) {
  return (
    <Balloon place={place} quiet={call.kind === "pass"}>
      <CallText call={call} say={say} />
    </Balloon>
  );
}
