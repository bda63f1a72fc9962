import type { Entry, View } from "../../generated/games/baccarat";
import type { Say } from "../api";
import { beadPlate, bigRoad, type Mark, ROWS } from "./roads";
import styles from "./Roads.module.css";
import { resultWords } from "./roundText";

const CELL = 10;
const COLUMNS = { bead: 10, big: 16 };

/** What this shoe has brought: counted, round by round, and by runs. */
export function Roads({ view, say }: { view: View; say: Say }) {
  const { history } = view;
  return (
    <section className={styles.roads} aria-label={say("roads.title")}>
      <Counts history={history} say={say} />
      <Picture name="bead" marks={beadPlate(history, COLUMNS.bead)} history={history} say={say} />
      <Picture name="big" marks={bigRoad(history, COLUMNS.big)} history={history} say={say} />
    </section>
  );
}

function Counts({ history, say }: { history: readonly Entry[]; say: Say }) {
  const count = (winner: Entry["winner"]) => history.filter((entry) => entry.winner === winner).length;
  return (
    <dl className={`${styles.counts} num`}>
      {(["player", "banker", "tie"] as const).map((winner) => (
        <div key={winner} data-winner={winner}>
          <dt>{say(`boxes.${winner}`)}</dt>
          <dd>{count(winner)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PictureProps {
  name: "bead" | "big";
  marks: readonly Mark[];
  history: readonly Entry[];
  say: Say;
}

function Picture({ name, marks, history, say }: PictureProps) {
  const last = history.slice(-5).map((entry) => resultWords(entry, null, say));
  const said = last.length > 0 ? last.join(" ") : say("roads.empty");
  const columns = COLUMNS[name];
  return (
    <figure className={styles.road} data-road={name}>
      <figcaption>{say(`roads.${name}`)}</figcaption>
      <svg
        viewBox={`0 0 ${columns * CELL} ${ROWS * CELL}`}
        role="img"
        aria-label={`${say(`roads.${name}`)}. ${say("roads.last")} ${said}`}
      >
        <path d={grid(columns)} className={styles.grid} />
        {marks.map((mark) => (
          <g
            key={mark.at}
            className={styles.mark}
            data-winner={mark.entry.winner}
            data-hollow={name === "big"}
            transform={`translate(${mark.column * CELL + CELL / 2} ${mark.row * CELL + CELL / 2})`}
          >
            <Bead mark={mark} letter={say(`roads.${mark.entry.winner}`)} hollow={name === "big"} />
          </g>
        ))}
      </svg>
    </figure>
  );
}

function Bead({ mark: { entry, ties }, letter, hollow }: { mark: Mark; letter: string; hollow: boolean }) {
  return (
    <>
      {entry.winner === "tie" && hollow ? null : <circle r="4.1" />}
      {hollow ? (
        entry.winner !== "tie" && <text y="1.9">{entry.totals?.[entry.winner === "player" ? 0 : 1]}</text>
      ) : (
        <text y="1.9">{letter}</text>
      )}
      {entry.player_pair && <circle cx="3.4" cy="3.4" r="1.3" className={styles.playerPair} />}
      {entry.banker_pair && <circle cx="-3.4" cy="-3.4" r="1.3" className={styles.bankerPair} />}
      {ties > 0 && <path d="M-4 4L4 -4" className={styles.ties} />}
      {ties > 1 && (
        <text x="2.7" y="4.6" className={styles.count}>
          {ties}
        </text>
      )}
    </>
  );
}

/** Thin lines between the cells. */
function grid(columns: number): string {
  const down = Array.from({ length: columns + 1 }, (_, at) => `M${at * CELL} 0V${ROWS * CELL}`);
  const across = Array.from({ length: ROWS + 1 }, (_, at) => `M0 ${at * CELL}H${columns * CELL}`);
  return [...down, ...across].join("");
}
