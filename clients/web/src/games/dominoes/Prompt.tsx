import { type KeyboardEvent, useEffect, useRef } from "react";
import type { SeatView } from "kafeneio-client";
import type { Say } from "../api";
import { Button } from "../../parts/Button";
import styles from "./Board.module.css";
import { type End, type Lay, standing, type View } from "./laying";
import { nameOf } from "../../parts/sitting";
import type { Ahead } from "../usePremove";
import type { Laying } from "./useLaying";

interface Props {
  view: View;
  seats: readonly SeatView[];
  laying: Laying;
  ahead: Ahead<string> | null;
  yourTurn: boolean;
  pending: Lay | null;
  say: Say;
}

/** One line above the rack: what is to be done, why a tile does not fit, or the question of the end. */
export function Prompt(props: Props) {
  const { laying } = props;
  return (
    <div className={styles.prompt}>
      {laying.asked === null ? (
        <p>{words(props)}</p>
      ) : (
        <SideQuestion key={laying.asked.time} {...props} tile={laying.asked.tile} />
      )}
    </div>
  );
}

function SideQuestion({ view, laying, say, tile }: Props & { tile: string }) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.querySelector("button")?.focus(), []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    laying.choose(null);
    document.querySelector<HTMLElement>(`[data-own="${tile}"]`)?.focus();
  }

  const end = (side: End, value: number | undefined) => (
    <Button kind="action" onClick={() => laying.lay(tile, side)}>
      {say(`ends.${side}`, { value })}
    </Button>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape takes it back
    <div ref={group} className={styles.question} role="group" aria-label={say("ask", { tile })} onKeyDown={onKeyDown}>
      <span aria-hidden="true">{say("ask", { tile })}</span>
      {end("up_left", view.ends?.[0])}
      {end("down_right", view.ends?.[1])}
    </div>
  );
}

function words({ view, seats, laying, ahead, yourTurn, pending, say }: Props): string {
  if (view.phase === "match_over") return "";
  if (view.phase === "hand_over") return say("prompt.next");
  if (pending) return say("prompt.sending", { tile: pending.tile });
  if (ahead?.planned) return say("prompt.planned", { tile: ahead.planned });
  if (!yourTurn) return view.turn === null ? "" : say("prompt.waiting", { name: nameOf(seats, view.turn) });
  if (!view.ends) return say("prompt.lead");
  const [one, other] = view.ends;
  const values = one === other ? `${one}` : say("orValues", { one, other });
  const { held } = laying;
  if (held !== null && standing(view, yourTurn, held) === "unfit") return say("prompt.unfit", { tile: held, values });
  return say("prompt.turn", { values });
}
