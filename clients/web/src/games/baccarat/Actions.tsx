import type { View } from "../../generated/games/baccarat";
import { useFormats } from "../../i18n/useFormats";
import { Button } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import type { Say } from "../api";
import styles from "./Actions.module.css";
import { CHIPS, maximumOf, type Move, total } from "./bets";
import type { Laying } from "./useStakes";

interface Props {
  view: View;
  laying: Laying;
  chip: number;
  onChip: (chip: number) => void;
  busy: boolean;
  move: (move: Move) => void;
  say: Say;
}

/** The guest's side of the table: chips to lay, what was laid, and what one has. */
export function Actions({ view, laying, chip, onChip, busy, move, say }: Props) {
  const laid = total(laying.stakes);
  const done = view.seat !== null && view.done.includes(view.seat);
  const repeat = Object.keys(view.own?.repeat ?? {}).length > 0;
  return (
    <div className={styles.actions}>
      <Says view={view} laying={laying} laid={laid} say={say} />
      <div className={styles.row}>
        <Picker chip={chip} onChip={onChip} say={say} />
        <div className={styles.steps}>
          <Button onClick={laying.undo} disabled={!laying.canUndo} aria-label={say("do.undo")}>
            <Icon name="undo" size={18} />
          </Button>
          <Button onClick={laying.clear} disabled={!laying.open || laid === 0}>
            {say("do.clear")}
          </Button>
          <Button onClick={() => move({ move: "repeat" })} disabled={!laying.open || !repeat || busy}>
            {say("do.repeat")}
          </Button>
          <Button
            kind="action"
            aria-pressed={done}
            onClick={() => move({ move: "done" })}
            disabled={!laying.open || done || laying.unsure}
          >
            {say(done ? "do.isDone" : "do.done")}
          </Button>
        </div>
      </div>
      <Purse view={view} move={move} say={say} />
    </div>
  );
}

function Picker({ chip, onChip, say }: Pick<Props, "chip" | "onChip" | "say">) {
  const { number } = useFormats();
  return (
    <div className={styles.picker} role="radiogroup" aria-label={say("chip")}>
      {CHIPS.map((each) => (
        <label key={each} className={styles.chip} data-chip={each}>
          <input
            type="radio"
            className="sr"
            name="baccarat-chip"
            checked={each === chip}
            onChange={() => onChip(each)}
            aria-label={number(each)}
          />
          <span className="num" aria-hidden="true">
            {number(each)}
          </span>
        </label>
      ))}
    </div>
  );
}

/** What the guest has laid, or what is in its way; the limits in words. */
function Says({ view, laying, laid, say }: Pick<Props, "view" | "laying" | "say"> & { laid: number }) {
  const { number } = useFormats();
  const { main_min_chips, side_min_chips, round_max_chips } = view.limits;
  const limits = say("limits", {
    sideMax: number(maximumOf(view, "tie")),
    main: number(main_min_chips),
    side: number(side_min_chips),
    max: number(round_max_chips),
  });
  const short = laying.problem === "bet_below_minimum";
  const dropped = view.own?.dropped;
  return (
    <p className={styles.says}>
      {dropped && laid === 0 ? (
        <strong role="status">{say("own.dropped")}</strong>
      ) : short ? (
        <strong role="status">{say("own.short", { least: number(main_min_chips) })}</strong>
      ) : (
        <span>{laid > 0 ? say("own.laid", { chips: number(laid) }) : say("own.nothing")}</span>
      )}
      <span className={styles.limits}>{limits}</span>
    </p>
  );
}

/** One's chips and what round and session have brought. */
function Purse({ view, move, say }: Pick<Props, "view" | "move" | "say">) {
  const { number, signed } = useFormats();
  if (!view.own) return null;
  const { chips, net_round, net_session } = view.own;
  const inPlay = view.seat !== null && view.held.includes(view.seat);
  return (
    <div className={styles.purse}>
      <dl className="num">
        <div>
          <dt>{say("own.chips")}</dt>
          <dd>{number(chips)}</dd>
        </div>
        <div>
          <dt>{say("own.round")}</dt>
          <dd data-net={Math.sign(net_round ?? 0)}>{net_round === null ? "–" : signed(net_round)}</dd>
        </div>
        <div>
          <dt>{say("own.session")}</dt>
          <dd data-net={Math.sign(net_session)}>{signed(net_session)}</dd>
        </div>
      </dl>
      <Button kind="plain" disabled={inPlay} onClick={() => move({ move: "stand_up" })}>
        {say("do.standUp")}
      </Button>
    </div>
  );
}
