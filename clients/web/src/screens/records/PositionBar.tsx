import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "../../i18n/useTranslation";
import { IconButton } from "../../parts/IconButton";
import styles from "./PositionBar.module.css";

interface Props {
  /** The hand has positions 0 … `events`. */
  events: number;
  position: number;
  onGo: (position: number) => void;
}

/** First, previous, a slider to go anywhere, next, last. Arrow keys, Home and End do the same from anywhere. */
export function PositionBar({ events, position, onGo }: Props) {
  const { t } = useTranslation("records");
  const go = (to: number) => onGo(Math.min(Math.max(to, 0), events));
  useKeys(position, events, go);
  return (
    <div className={styles.bar} role="group" aria-label={t("replay.position")}>
      <IconButton icon="first" label={t("replay.first")} onClick={() => go(0)} />
      <IconButton icon="previous" label={t("replay.previous")} onClick={() => go(position - 1)} />
      <input
        type="range"
        min={0}
        max={events}
        value={position}
        aria-label={t("replay.goTo")}
        aria-valuetext={t("replay.of", { position, count: events })}
        onChange={(event) => go(Number(event.target.value))}
      />
      <IconButton icon="next" label={t("replay.next")} onClick={() => go(position + 1)} />
      <IconButton icon="last" label={t("replay.last")} onClick={() => go(events)} />
      <p className={`${styles.count} num`} aria-hidden="true">
        {t("replay.of", { position, count: events })}
      </p>
    </div>
  );
}

const STEPS: Record<string, (position: number, events: number) => number> = {
  ArrowLeft: (position) => position - 1,
  ArrowRight: (position) => position + 1,
  Home: () => 0,
  End: (_position, events) => events,
};

/** Keys that nothing else on the page wants: a field or a board that uses them goes before. */
function useKeys(position: number, events: number, go: (to: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const taken = (event.target as Element).closest("input, select, textarea, dialog") !== null;
    if (!step || taken || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(step(position, events));
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
