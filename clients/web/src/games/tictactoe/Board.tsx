import { type KeyboardEvent, useRef, useState } from "react";
import type { Tictactoe } from "../../generated/games/tictactoe";
import { useGameSay } from "../../i18n/useWords";
import type { GameProps, Say } from "../api";
import styles from "./Board.module.css";
import { type Cell, cellByKey, cellsOf, type Mark } from "./cells";
import { MarkShape } from "./MarkShape";
import { type Ahead, usePremove } from "../usePremove";

type Props = GameProps<Tictactoe["view"], Tictactoe["move"]>;

/** The board: big cells, played with the mouse, by touch, or with arrow keys and Enter. */
export default function Board(props: Props) {
  const { view, you, yourTurn, pending, move, refuse } = props;
  const say = useGameSay("tictactoe");
  const middle = Math.ceil(view.size / 2);
  const [focused, setFocused] = useState(`${middle},${middle}`);
  const grid = useRef<HTMLDivElement>(null);
  const own: Mark | null = you === null ? null : (view.marks[you] ?? null);
  const ahead = useAhead(props);

  function onKeyDown(event: KeyboardEvent) {
    const next = cellByKey(event.key, focused, view.size);
    if (next === null) return;
    event.preventDefault();
    setFocused(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  }

  function place({ row, col, mark }: Cell) {
    setFocused(`${row},${col}`);
    if (view.phase === "match_over" || you === null) return;
    if (!yourTurn && ahead && !mark) ahead.plan(isAt(ahead.planned, row, col) ? null : { row, col });
    else if (!yourTurn) refuse("not_your_turn");
    else if (mark) refuse("cell_taken");
    else move({ move: "place", row, col });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one cell has the focus, arrow keys move it
    <div
      ref={grid}
      className={styles.board}
      role="grid"
      aria-label={say("board", { size: view.size, k: view.k })}
      data-size={view.size}
      data-over={view.phase === "match_over" && view.line.length > 0}
      onKeyDown={onKeyDown}
    >
      <Lines size={view.size} />
      {cellsOf(view.board).map((row, at) => (
        <div role="row" className={styles.row} key={at}>
          {row.map((cell) => (
            <CellButton
              key={cell.name}
              cell={cell}
              say={say}
              coming={isAt(pending, cell.row, cell.col) ? own : null}
              planned={isAt(ahead?.planned, cell.row, cell.col) ? own : null}
              ghost={yourTurn || ahead ? own : null}
              last={view.last === cell.name}
              winning={view.line.includes(cell.name)}
              tabbable={focused === cell.name}
              onPlace={place}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type Place = Pick<Cell, "row" | "col">;

function isAt(place: Place | null | undefined, row: number, col: number): boolean {
  return place?.row === row && place.col === col;
}

/** The cell chosen while the other plays; null: none can be. */
function useAhead({ view, yourTurn, pending, premove = null, move }: Props): Ahead<Place> | null {
  const plays = premove !== null && view.phase !== "match_over";
  const ahead = usePremove<Place>({
    yourTurn,
    stands: () => plays,
    fits: ({ row, col }) => view.board[row - 1]?.[col - 1] === ".",
    play: ({ row, col }) => move({ move: "place", row, col }),
    dropped: () => premove?.dropped(),
  });
  return plays && !yourTurn && pending === null ? ahead : null;
}

interface CellProps {
  cell: Cell;
  say: Say;
  /** The own mark on its way to this cell. */
  coming: Mark | null;
  /** The own mark, if this cell is chosen for the next turn. */
  planned: Mark | null;
  /** The mark that a click would place, shown faintly under the pointer. */
  ghost: Mark | null;
  last: boolean;
  winning: boolean;
  tabbable: boolean;
  onPlace: (cell: Cell) => void;
}

function CellButton({ cell, say, coming, planned, ghost, last, winning, tabbable, onPlace }: CellProps) {
  const mark = cell.mark ?? coming ?? planned;
  const says = [say("cell", { row: cell.row, col: cell.col }), cell.mark ?? coming ?? say("empty")];
  if (coming && !cell.mark) says.push(say("pending"));
  if (planned) says.push(say("planned"));
  if (last) says.push(say("last"));
  if (winning) says.push(say("winning"));
  return (
    <button
      type="button"
      role="gridcell"
      className={styles.cell}
      data-cell={cell.name}
      data-last={last}
      data-winning={winning}
      data-coming={cell.mark === null && coming !== null}
      data-planned={planned !== null || undefined}
      data-free={mark === null && ghost !== null}
      aria-label={says.join(", ")}
      tabIndex={tabbable ? 0 : -1}
      onClick={() => onPlace(cell)}
    >
      {mark ? <MarkShape mark={mark} /> : ghost && <span className={styles.ghost}>{<MarkShape mark={ghost} />}</span>}
    </button>
  );
}

/** The lines between the cells: brass, let into the cloth. */
function Lines({ size }: { size: number }) {
  const inner = Array.from({ length: size - 1 }, (_, at) => ((at + 1) * 100) / size);
  return (
    <svg className={styles.lines} viewBox="0 0 100 100" aria-hidden="true">
      {inner.map((at) => (
        <path key={at} d={`M${at} 2V98M2 ${at}H98`} />
      ))}
    </svg>
  );
}
