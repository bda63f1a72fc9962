import { rest, type CalendarLine } from "kafeneio-client";
import { useApp, useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { ButtonLink } from "../../parts/ButtonLink";
import { useServerNow } from "../../parts/useServerNow";
import { isVisitor } from "../../state/visitors";
import { useAgain } from "../watch/useAgain";
import styles from "./Next.module.css";
import { nextOf } from "./days";
import { useCompetitionName } from "./useCompetitionName";
import { useNearWord } from "./useNearWord";
import { usePriceWord } from "./usePriceWord";

const MINUTE_MS = 60_000;

/** In the room: the competition that is on or comes next, and the way to all of them. */
export function NextCompetition() {
  const { me } = useRoom();
  const token = useApp((state) => state.token);
  if (token === null || me.guest || isVisitor(me)) return null;
  return <Next token={token} />;
}

function Next({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const found = useAgain(() => rest.calendar(token));
  const now = useServerNow(true, MINUTE_MS);
  const line = found && nextOf(found.lines, now);
  if (!line) return null;
  return (
    <section className={styles.next} aria-label={t("next.title")}>
      <NextLine line={line} now={now} />
      <ButtonLink href={addressOf({ at: "competitions" })}>{t("next.all")}</ButtonLink>
    </section>
  );
}

/** When it is, what it is called, what is played, and what it costs. */
export function NextLine({ line, now }: { line: CalendarLine; now: number }) {
  const words = useGameWords();
  const price = usePriceWord();
  const near = useNearWord();
  const name = useCompetitionName()(line);
  return (
    <p>
      {near(line, now)}:{" "}
      {line.state === "planned" ? (
        <strong>{name}</strong>
      ) : (
        <a className={styles.link} href={addressOf({ at: "competition", competition: line.id })}>
          {name}
        </a>
      )}{" "}
      <span className={styles.quiet}>
        {words.name(line.game)} · {price(line.price_chips)}
      </span>
    </p>
  );
}
