import { useEffect, useEffectEvent } from "react";
import type { TableView } from "kafeneio-client";
import { useApp, useClient } from "../../app/context";
import { familyOf } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { advanced, type AnyStep, type FirstHand, fits, next } from "../../state/firstHand";
import styles from "./FirstHandSlip.module.css";
import { stepsOf } from "./steps";

/** What to press next in a guided first hand; nothing where none is on, or another game is played. */
export function FirstHandSlip({ view }: { view: TableView }) {
  const hand = useApp((state) => state.firstHand);
  if (hand === null || !fits(hand, view)) return null;
  const family = familyOf(view.game) ?? view.game;
  return <Slip family={family} hand={hand} steps={stepsOf(family)} view={view} />;
}

interface Props {
  family: string;
  hand: FirstHand;
  steps: readonly AnyStep[];
  view: TableView;
}

function Slip({ family, hand, steps, view }: Props) {
  const { t } = useTranslation("firstHand");
  const { lookUp } = useWords();
  const client = useClient();
  const now = advanced(hand, steps, view);
  const step = steps[now.step];
  const end = () => client.firstHand.end();
  useEffect(() => {
    if (now !== hand) client.firstHand.keep(step ? now : null);
  }, [client, hand, now, step]);
  useEscape(end);
  if (!step) return null;
  const isLast = now.step === steps.length - 1;
  return (
    <section className={styles.slip} aria-label={t("title")} data-hint>
      <p role="status">
        <span className={styles.count}>{t("step", { number: now.step + 1, count: steps.length })}</span>{" "}
        {lookUp(`${family}.${step.id}`, "firstHand")}
      </p>
      <div className={styles.ways}>
        {step.done === undefined && (
          <Button kind="action" onClick={() => client.firstHand.keep(isLast ? null : next(now))}>
            {t(isLast ? "playOn" : "next")}
          </Button>
        )}
        {!isLast && (
          <Button kind="plain" onClick={end}>
            {t("skip")}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Escape ends it, unless something else that lies over the page takes it first. */
function useEscape(end: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) end();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
