import type { TFunction } from "i18next";
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { useTranslation } from "../i18n/useTranslation";
import { useDrag } from "../parts/useDrag";
import { useKeptFocus } from "../parts/useKeptFocus";
import { useSize } from "../parts/useSize";
import { CardFace } from "./CardFace";
import type { Pack } from "./code";
import { type Fan, fanned, placeAt, spotOf } from "./fan";
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
export function Hand({ cards, onPress, onPull, onMove, onEscape, ...rest }: Props) {
  const { t } = useTranslation("cards");
  const nameOf = useCardName(rest.pack);
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
  useKeptFocus(rack, cards.length);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") onEscape?.();
    const go = ALL[event.key];
    if (!go || held.length === 0) return;
    const all = [...(rack.current?.querySelectorAll("button") ?? [])];
    const at = all.findIndex((one) => one === document.activeElement);
    event.preventDefault();
    const one = held[at];
    if (event.shiftKey && onMove && one) {
      onMove(one.id, go(at, all.length));
      requestAnimationFrame(() => all[at]?.focus());
    } else all[go(at, all.length)]?.focus();
  }

  function onClick(event: MouseEvent, id: string) {
    if (drag.wasDrag()) return;
    onPress(id, event.detail === 0 ? "keys" : "pointer");
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys go from card to card
    <div ref={rack} className={styles.hand} role="group" aria-label={t("hand")} onKeyDown={onKeyDown}>
      {fan &&
        held.map((one, at) => (
          <HandCard
            key={one.id}
            one={one}
            {...rest}
            nameOf={nameOf}
            t={t}
            tabIndex={one.id === tabbed ? 0 : -1}
            style={placed(fan, at, held.length, size.width)}
            onClick={(event) => onClick(event, one.id)}
            onFocus={() => setStop(one.id)}
            {...(onPull ? drag.handlers(one.id) : {})}
          />
        ))}
    </div>
  );
}

/** Where a card lies and how large it is, for `Hand.module.css`. */
function placed(fan: Fan, at: number, count: number, across: number): CSSProperties {
  const { left, top, turn } = spotOf(fan, at, count, across);
  const spot = { "--x": `${left}px`, "--y": `${top}px`, rotate: `${turn}deg` };
  return { ...spot, width: fan.cardWidth, height: fan.cardHeight } as CSSProperties;
}

interface CardProps
  extends
    Omit<React.ButtonHTMLAttributes<HTMLButtonElement>, "className">,
    Pick<Props, "pack" | "chosen" | "coming" | "marked" | "isWild" | "reason"> {
  one: Held;
  nameOf: (code: string) => string;
  t: TFunction<"cards">;
}

function HandCard({ one: { id, code }, nameOf, t, ...props }: CardProps) {
  const { pack, chosen, coming = [], marked = [], isWild, reason, ...rest } = props;
  const why = reason?.(id) ?? null;
  const [lifted, going] = [chosen.includes(id), coming.includes(id)];
  const tinted = code !== "X" && (isWild?.(code) ?? false);
  const card = tinted ? t("wild", { card: nameOf(code) }) : nameOf(code);
  const words = going ? t("coming", { card }) : why !== null ? t("withReason", { card, reason: why }) : card;
  return (
    <button
      {...rest}
      type="button"
      className={styles.card}
      data-own={id}
      data-standing={why === null ? "fits" : "unfit"}
      data-coming={going || undefined}
      data-marked={marked.includes(id) || undefined}
      data-wild={tinted || undefined}
      aria-pressed={lifted}
      title={why ?? undefined}
    >
      <span className="sr">{words}</span>
      <CardFace code={code} pack={pack} />
    </button>
  );
}
