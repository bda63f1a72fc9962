import { type CSSProperties, type KeyboardEvent, memo, type MouseEvent, useRef, useState } from "react";
import { useTranslation } from "../i18n/useTranslation";
import { useDrag } from "../parts/useDrag";
import { useKeptFocus } from "../parts/useKeptFocus";
import { useSize } from "../parts/useSize";
import { CardFace, SMALL_PX } from "./CardFace";
import type { Pack } from "./code";
import { fanned, placeAt, RATIO, type Spot, spotOf } from "./fan";
import styles from "./Hand.module.css";
import { type Held, withIds } from "./ids";
import { useCardName } from "./useCardName";

/** How a card was pressed. */
export type Press = "keys" | "pointer";

interface Props {
  /** In the order in which they are shown. */
  cards: readonly string[];
  pack?: Pack;
  /** The ids (`ids.ts`) of the chosen cards: they are lifted. */
  chosen: readonly string[];
  /** The ids of those on their way to the table. */
  coming?: readonly string[];
  /** The ids of those that are pointed out. */
  marked?: readonly string[];
  /** Which cards, by their codes, stand for any other though they do not look it: they are tinted, and said to be so. */
  isWild?: (code: string) => boolean;
  /** Why a card cannot be used now, in words: it is greyed, with the reason. Null: it can, or nothing is asked. */
  reason?: (id: string) => string | null;
  onPress: (id: string, how: Press) => void;
  /** The card was dragged out of the hand, to this point of the page. */
  onPull?: (id: string, x: number, y: number) => void;
  /** The card was put elsewhere within the hand: by drag, or with Shift and an arrow. */
  onMove?: (id: string, to: number) => void;
  onEscape?: () => void;
}

const ALL: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * One's own cards, fanned as wide and large as their box allows, no index covered. One stop of the Tab key: arrows go
 * from card to card, Enter or Space presses one, Escape gives up. A press, a drag upwards or within are passed to the game.
 */
export function Hand({ cards, pack, chosen, coming = NONE, marked = NONE, isWild, reason, ...on }: Props) {
  const { onPress, onPull, onMove, onEscape } = on;
  const { t } = useTranslation("cards");
  const nameOf = useCardName(pack);
  const rack = useRef<HTMLDivElement>(null);
  const size = useSize(rack);
  const [stop, setStop] = useState<string | null>(null);
  const held = withIds(cards);
  const tabbed = held.some(({ id }) => id === stop) ? stop : held[0]?.id;
  const fan = size && fanned(held.length, size.width, size.height);
  const drag = useDrag((id, x, y) => {
    const box = rack.current?.getBoundingClientRect();
    if (!box || !fan || y < box.top) onPull?.(id, x, y);
    else onMove?.(id, placeAt(fan, x - box.left, y - box.top, held.length, box.width));
  });
  useKeptFocus(rack, cards.length, coming.length > 0);

  const onKeyDown = (event: KeyboardEvent) => withKeys(event, rack.current, held, onMove, onEscape);

  function onClick(event: MouseEvent) {
    const id = idAt(event.target);
    if (id === undefined || drag.wasDrag()) return;
    onPress(id, event.detail === 0 ? "keys" : "pointer");
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys go from card to card
    <div
      ref={rack}
      className={styles.hand}
      role="group"
      aria-label={t("hand")}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={(event) => setStop(idAt(event.target) ?? null)}
      {...(onPull ? drag.on : {})}
    >
      {fan &&
        held.map(({ id, code }, at) => (
          <HandCard
            key={id}
            id={id}
            code={code}
            pack={pack}
            name={nameOf(code)}
            {...spotOf(fan, at, held.length, size.width)}
            width={fan.cardWidth}
            isLifted={chosen.includes(id)}
            isComing={coming.includes(id)}
            isMarked={marked.includes(id)}
            isWild={code !== "X" && (isWild?.(code) ?? false)}
            isStop={id === tabbed}
            why={reason?.(id) ?? null}
          />
        ))}
    </div>
  );
}

/** Arrows, Home and End go from card to card, with Shift they carry one; Escape gives up. */
function withKeys(
  event: KeyboardEvent,
  rack: HTMLElement | null,
  held: readonly Held[],
  onMove: Props["onMove"],
  onEscape: Props["onEscape"],
): void {
  if (event.key === "Escape") onEscape?.();
  const go = ALL[event.key];
  if (!go || held.length === 0) return;
  const all = [...(rack?.querySelectorAll("button") ?? [])];
  const at = all.findIndex((one) => one === document.activeElement);
  event.preventDefault();
  const one = held[at];
  if (event.shiftKey && onMove && one) {
    onMove(one.id, go(at, all.length));
    requestAnimationFrame(() => all[at]?.focus());
  } else all[go(at, all.length)]?.focus();
}

/** The card that was meant, by its id. */
const idAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-own]")?.dataset["own"] : undefined;

const NONE: readonly string[] = [];

interface CardProps extends Held, Spot {
  pack: Pack | undefined;
  name: string;
  width: number;
  isLifted: boolean;
  isComing: boolean;
  isMarked: boolean;
  isWild: boolean;
  /** The Tab key stops at it. */
  isStop: boolean;
  why: string | null;
}

/** Drawn anew only if something of it has changed: a press changes one card of a hand, or two. */
const HandCard = memo(function HandCard({ id, code, pack, name, left, top, turn, width, why, ...is }: CardProps) {
  const { t } = useTranslation("cards");
  const card = is.isWild ? t("wild", { card: name }) : name;
  const words = is.isComing ? t("coming", { card }) : why !== null ? t("withReason", { card, reason: why }) : card;
  const height = width / RATIO;
  const spot = { "--left": `${left}px`, "--top": `${top}px`, rotate: `${turn}deg`, width, height };
  return (
    <button
      type="button"
      className={styles.card}
      style={spot as CSSProperties}
      tabIndex={is.isStop ? 0 : -1}
      data-own={id}
      data-standing={why === null ? "fits" : "unfit"}
      data-coming={is.isComing || undefined}
      data-marked={is.isMarked || undefined}
      data-wild={is.isWild || undefined}
      aria-pressed={is.isLifted}
      title={why ?? undefined}
    >
      <span className="sr">{words}</span>
      <CardFace code={code} pack={pack} small={height < SMALL_PX} />
    </button>
  );
});
