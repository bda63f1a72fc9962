import { lazy, Suspense } from "react";
import type { DealCounts, DiceCounts } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { doublesOf, facesOf, sumOf } from "./chance";
import { usePercent } from "./usePercent";
import styles from "./Chance.module.css";

/** The library that draws plots is as large as a game: it comes when there is something to draw. */
const Faces = lazy(() => import("./Plots").then((plots) => ({ default: plots.Faces })));

/** The dice: how often each number came up, and whether it matters whose they were. */
export function DicePart({ dice }: { dice: DiceCounts }) {
  const { t } = useTranslation("chance");
  const { number } = useFormats();
  const percent = usePercent();
  const faces = facesOf(dice.pairs);
  const rolls = sumOf(dice.pairs);
  return (
    <section className={styles.part} aria-labelledby="chance-dice">
      <h2 id="chance-dice">{t("dice.title")}</h2>
      <figure>
        <Suspense fallback={<div className={styles.plot} />}>
          <Faces faces={faces} title={t("dice.title")} />
        </Suspense>
        <figcaption className={styles.quiet}>{t("dice.plot")}</figcaption>
      </figure>
      <div className={styles.scroll}>
        <table className={`${styles.table} num`}>
          <caption className="sr">{t("dice.title")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("dice.face")}</th>
              <th scope="col">{t("dice.times")}</th>
              <th scope="col">{t("dice.share")}</th>
            </tr>
          </thead>
          <tbody>
            {faces.map(({ face, times, share }) => (
              <tr key={face}>
                <th scope="row">{face}</th>
                <td>{number(times)}</td>
                <td>{percent(share, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rolls > 0 && <p>{t("dice.doubles", { share: percent(doublesOf(dice.pairs) / rolls, 2), rolls })}</p>}
      <Seats dice={dice} />
    </section>
  );
}

function Seats({ dice }: { dice: DiceCounts }) {
  const { t } = useTranslation("chance");
  const { number } = useFormats();
  const percent = usePercent();
  const part = (of: number, all: number) => (all === 0 ? "–" : percent(of / all, 2));
  return (
    <>
      <h3>{t("dice.seats")}</h3>
      <div className={styles.scroll}>
        <table className={`${styles.table} num`}>
          <caption className="sr">{t("dice.seats")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("dice.seat")}</th>
              <th scope="col">{t("dice.rolls")}</th>
              <th scope="col">{t("dice.sixes")}</th>
              <th scope="col">{t("dice.doublesOf")}</th>
            </tr>
          </thead>
          <tbody>
            {(["first", "second"] as const).map((name, seat) => {
              const rolls = dice.rolls[seat] ?? 0;
              return (
                <tr key={name}>
                  <th scope="row">{t(`dice.${name}`)}</th>
                  <td>{number(rolls)}</td>
                  <td>{part(dice.faces[seat]?.[5] ?? 0, 2 * rolls)}</td>
                  <td>{part(dice.doubles[seat] ?? 0, rolls)}</td>
                </tr>
              );
            })}
            <tr>
              <th scope="row">{t("dice.fair")}</th>
              <td>–</td>
              <td>{percent(1 / 6, 2)}</td>
              <td>{percent(1 / 6, 2)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </>
  );
}

const STRONG = new Set(["double_tiles", "jacks", "aces_and_specials", "jokers", "wild_cards"] as const);
type Strong = typeof STRONG extends Set<infer Name> ? Name : never;

function isStrong(name: string | null): name is Strong {
  return name !== null && (STRONG as Set<string>).has(name);
}

/** How many of what players hope for each seat was dealt. */
export function DealsPart({ deals }: { deals: readonly DealCounts[] }) {
  const { t } = useTranslation("chance");
  return (
    <section className={styles.part} aria-labelledby="chance-deals">
      <h2 id="chance-deals">{t("deals.title")}</h2>
      {deals.map((deal) => (
        <Deal key={deal.seats} deal={deal} />
      ))}
    </section>
  );
}

function Deal({ deal }: { deal: DealCounts }) {
  const { t } = useTranslation("chance");
  const { number } = useFormats();
  const strong = isStrong(deal.strong) ? t(`deals.strong.${deal.strong}`) : null;
  return (
    <>
      <p>{t("deals.lead", { count: deal.deals, seats: deal.seats })}</p>
      {strong !== null && (
        <div className={styles.scroll}>
          <table className={`${styles.table} num`}>
            <caption>{strong}</caption>
            <thead>
              <tr>
                <th scope="col">{t("deals.seat")}</th>
                <th scope="col">{t("deals.got")}</th>
                <th scope="col">{t("deals.expected")}</th>
              </tr>
            </thead>
            <tbody>
              {deal.got.map((got, seat) => (
                <tr key={seat}>
                  <th scope="row">{number(seat + 1)}</th>
                  <td>{number(got)}</td>
                  <td>{number(Math.round(deal.expected[seat] ?? 0))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** How often each seat was drawn to begin. */
export function LeaderPart({ leader }: { leader: readonly number[] }) {
  const { t } = useTranslation("chance");
  const { list } = useFormats();
  const percent = usePercent();
  const all = sumOf(leader);
  return (
    <section className={styles.part} aria-labelledby="chance-leader">
      <h2 id="chance-leader">{t("leader.title")}</h2>
      <p>
        {t("leader.text", {
          shares: list(leader.map((n, seat) => `${t("deals.seat")} ${seat + 1}: ${percent(n / all, 1)}`)),
        })}
      </p>
    </section>
  );
}
