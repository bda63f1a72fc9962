import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import type { Say } from "../api";
import type { View } from "./laying";
import styles from "./Rack.module.css";
import { halvesOf } from "./tiles";
import { StandingTile } from "./TileShape";
import { useDrag } from "../../parts/useDrag";
import { useKeptFocus } from "../../parts/useKeptFocus";
import type { Ahead } from "../usePremove";
import type { Laying } from "./useLaying";

interface Props {
  tiles: readonly string[];
  standing: (tile: string) => "fits" | "unfit" | "waits";
  ends: View["ends"];
  /** The tile on its way to the table. */
  pending: string | null;
  laying: Laying;
  /** A tile may be chosen for the next turn; null: not now. */
  ahead: Ahead<string> | null;
  onDrop: (tile: string, x: number, y: number) => void;
  say: Say;
}

/** One's own tiles on a wooden rack: Tab or arrows and Enter, a tap, a double click, or drag them to the table. */
export function Rack({ tiles, standing, ends, pending, laying, ahead, onDrop, say }: Props) {
  const rack = useRef<HTMLDivElement>(null);
  const drag = useDrag(onDrop);
  useKeptFocus(rack, tiles.length, pending !== null);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") laying.choose(null);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const all = [...(rack.current?.querySelectorAll("button") ?? [])];
    const at = all.findIndex((one) => one === document.activeElement);
    event.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  }

  /** A finger or a key lays at once; a mouse chooses first and lays with the second click. */
  function onClick(event: MouseEvent, tile: string) {
    if (drag.wasDrag()) return;
    if (ahead) return ahead.plan(ahead.planned === tile ? null : tile);
    const mouse = (event.nativeEvent as PointerEvent).pointerType === "mouse" && event.detail > 0;
    if (mouse && laying.chosen !== tile && event.detail < 2) laying.choose(tile);
    else laying.lay(tile);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys go from tile to tile
    <div ref={rack} className={styles.rack} role="group" aria-label={say("rack")} onKeyDown={onKeyDown} {...drag.on}>
      {tiles.map((tile) => (
        <button
          key={tile}
          type="button"
          className={styles.tile}
          data-own={tile}
          data-standing={standing(tile)}
          data-chosen={laying.chosen === tile}
          data-coming={pending === tile}
          data-planned={ahead?.planned === tile || undefined}
          aria-label={
            ahead?.planned === tile
              ? say("own.planned", { tile })
              : tileWords(tile, standing(tile), ends, pending === tile, say)
          }
          aria-pressed={(ahead ? ahead.planned : laying.chosen) === tile}
          onClick={(event) => onClick(event, tile)}
          onFocus={() => laying.touch(tile)}
          onBlur={() => laying.touch(null)}
          onPointerEnter={(event) => event.pointerType === "mouse" && laying.touch(tile)}
          onPointerLeave={() => laying.touch(null)}
        >
          <StandingTile halves={halvesOf(tile)} />
        </button>
      ))}
    </div>
  );
}

function tileWords(tile: string, how: string, ends: View["ends"], coming: boolean, say: Say): string {
  if (coming) return say("own.coming", { tile });
  if (how === "waits") return tile;
  if (how === "fits" || !ends) return say("own.fits", { tile });
  const values = ends[0] === ends[1] ? `${ends[0]}` : say("orValues", { one: ends[0], other: ends[1] });
  return say("own.unfit", { tile, values });
}
