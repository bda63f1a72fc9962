import type { HandEnd, Recording, SeatView, Study } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { roundOf } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import styles from "./Compare.module.css";
import { sideNames } from "./seats";

interface Props {
  recording: Recording;
  study: Study;
  seats: readonly SeatView[];
}

/** The hand as it ended then, beside how it ends now. */
export function Compare({ recording, study, seats }: Props) {
  const { t } = useTranslation("records");
  const { list } = useFormats();
  const names = sideNames(recording, seats).map((side) => list(side));
  const ends = [study.original, study.simulated];
  const points = ends.map((end) => pointsOf(end, names.length));
  return (
    <section className={styles.compare} aria-label={t("academy.compare")}>
      <h2>{t(`round.${roundOf(recording.game)}.over`)}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("academy.side")}</th>
            <th scope="col">{t("academy.then")}</th>
            <th scope="col">{t("academy.now")}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name, side) => (
            <tr key={name}>
              <th scope="row" className="name">
                {name}
              </th>
              {points.map((each, at) => (
                <td key={at} className="num" data-won={winnerOf(ends[at]) === side}>
                  {each[side] ?? "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("academy.winner")}</th>
            {ends.map((end, at) => (
              <td key={at}>{winnerWords(end)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );

  function winnerWords(end: HandEnd | null): string {
    const side = winnerOf(end);
    if (side !== null) return names[side] ?? "";
    return t(isDecided(end) ? "academy.nobody" : "academy.notPlayedOut");
  }
}

interface Scored {
  side: number | null;
  points: number[];
}

/** A hand's own score; where the match ended without one, the score of the match. */
function scored(end: HandEnd | null | undefined): Scored | null {
  return (end?.hand ?? null) as Scored | null;
}

function pointsOf(end: HandEnd | null, sides: number): (number | null)[] {
  const points = scored(end)?.points ?? (end?.result?.["points"] as number[] | undefined);
  return Array.from({ length: sides }, (_, side) => points?.[side] ?? null);
}

function winnerOf(end: HandEnd | null | undefined): number | null {
  return scored(end)?.side ?? null;
}

function isDecided(end: HandEnd | null): boolean {
  return scored(end) !== null;
}
