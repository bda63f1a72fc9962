import { useEffect, useRef, useState } from "react";
import { addressOf, goToQuery, useQuery } from "../../app/pages";
import { useApp } from "../../app/context";
import { rest, type RecordingLine, type Recordings } from "kafeneio-client";
import { family } from "../../games/registry";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { PlayerNames } from "../../people/PlayerNames";
import { useComputerName } from "../../people/useComputerNames";
import { useShownName } from "../../people/useShownName";
import { ReportButton } from "../conduct/ReportButton";
import { ShareQuestions } from "../shares/ShareQuestions";
import { askedOf, queryOf, readFilter } from "./matchFilter";
import { MatchFilters } from "./MatchFilters";
import { PaperPage } from "./PaperPage";
import styles from "./Lines.module.css";
import { verifyWord } from "./verifyWord";
import { refusal } from "../../app/useRequest";
import { Empty } from "../Empty";
import { useOutcome } from "./useOutcome";
import { useWhen } from "./useWhen";

/** Stands in a sentence for what is put there. */
const HERE = "\u0000";

interface Pages {
  lines: readonly RecordingLine[];
  /** What asks for the next page; null: that was all. */
  next: string | null;
  refused: string | null;
  busy: boolean;
}

const NOTHING: Pages = { lines: [], next: null, refused: null, busy: true };

/** The matches that one has played, newest first; the address keeps which of them are shown. */
export function MatchesScreen({ token }: { token: string }) {
  const { t } = useTranslation("records");
  const says = useSays();
  const query = useQuery();
  const filter = readFilter(query);
  const [pages, more] = useMatches(token, queryOf(filter));
  const { lines, next, refused, busy } = pages;
  return (
    <PaperPage title={t("matches.title")} lead={t("matches.lead")}>
      <nav className={styles.ways} aria-label={t("matches.more")}>
        <ButtonLink href={addressOf({ at: "studies" })}>{t("studies.title")}</ButtonLink>
        <ButtonLink href={addressOf({ at: "imports" })}>{t("imports.title")}</ButtonLink>
        <ButtonLink href={addressOf({ at: "verify", match: null })}>{t("verify.title")}</ButtonLink>
      </nav>
      <ShareQuestions token={token} />
      <MatchFilters filter={filter} onFilter={(chosen) => goToQuery(queryOf(chosen))} />
      <ul className={styles.lines} aria-busy={busy}>
        {lines.map((line) => (
          <MatchLine key={line.match} line={line} />
        ))}
      </ul>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {!busy && refused === null && lines.length === 0 && (
        <Empty>{t(queryOf(filter) === "" ? "matches.empty" : "filter.empty")}</Empty>
      )}
      {busy && lines.length === 0 && <p role="status">{t("waiting")}</p>}
      {next !== null && (
        <Button busy={busy} onClick={more}>
          {t("matches.older")}
        </Button>
      )}
    </PaperPage>
  );
}

function MatchLine({ line }: { line: RecordingLine }) {
  const { t } = useTranslation("records");
  const { t: house } = useTranslation();
  const { t: analysis } = useTranslation("analysis");
  const words = useGameWords();
  const when = useWhen();
  const outcome = useOutcome();
  const calls = useShownName();
  const called = useComputerName();
  const { list } = useFormats();
  const own = useApp((state) => state.room?.me.account);
  const others = line.seats.filter((seat) => seat.account !== own);
  const names = others.map((seat) => called(calls(seat.name)));
  const about = { game: words.name(line.game), names: list(names) };
  const [before, after] = t("matches.with", { ...about, names: HERE }).split(HERE);
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <h2>
          {before}
          <PlayerNames people={others} />
          {after}
        </h2>
        <p>
          <strong>{outcome(line)}</strong> · <time>{when(line.ended_at_ms)}</time> ·{" "}
          {line.stake_chips > 0
            ? house("table.stake", { amount: house("common.chips", { count: line.stake_chips }) })
            : house("common.stakeNone")}
        </p>
      </div>
      <div className={styles.do}>
        {others.map(
          (seat) =>
            seat.account !== null && (
              <ReportButton key={seat.account} account={seat.account} name={seat.name} where={{ match: line.match }} />
            ),
        )}
        <ButtonLink
          kind="action"
          href={addressOf({ at: "replay", match: line.match, hand: null, position: null })}
          aria-label={t("matches.replayOf", about)}
        >
          {t("matches.replay")}
        </ButtonLink>
        {family(line.game)?.analysed && (
          <ButtonLink href={addressOf({ at: "analysis", match: line.match })} aria-label={analysis("linkOf", about)}>
            {analysis("link")}
          </ButtonLink>
        )}
        <ButtonLink
          href={addressOf({ at: "verify", match: line.match })}
          aria-label={t(`${verifyWord(line.game)}Of`, about)}
        >
          {t(verifyWord(line.game))}
        </ButtonLink>
      </div>
    </li>
  );
}

/** The list that a filter leaves; what was asked for another one is not waited for. */
function useMatches(token: string, query: string): [Pages, () => void] {
  const key = `${token} ${query}`;
  const [held, setHeld] = useState<Pages & { key: string }>({ key, ...NOTHING });
  const asking = useRef("");
  const load = async (before: string | null): Promise<void> => {
    asking.current = key;
    const asked = askedOf(readFilter(query));
    try {
      const page = await pageWithLines(
        before,
        (from) => rest.recordings(token, from, asked),
        () => asking.current === key,
      );
      if (asking.current !== key) return;
      setHeld(({ lines, key: of }) => ({
        key,
        lines: before === null || of !== key ? page.recordings : [...lines, ...page.recordings],
        next: page.next,
        refused: null,
        busy: false,
      }));
    } catch (error) {
      if (asking.current !== key) return;
      setHeld((known) => ({
        ...(known.key === key ? known : NOTHING),
        key,
        refused: refusal(error).code,
        busy: false,
      }));
    }
  };
  useEffect(() => {
    void load(null);
    // oxlint-disable-next-line react/exhaustive-deps -- `key` says what is asked
  }, [key]);
  const pages = held.key === key ? held : NOTHING;
  const more = () => {
    setHeld((known) => ({ ...known, busy: true }));
    void load(pages.next);
  };
  return [pages, more];
}

/** A page may have looked through many matches and found none: then the next one is asked for, as long as it is wanted. */
async function pageWithLines(
  before: string | null,
  ask: (before: string | null) => Promise<Recordings>,
  isWanted: () => boolean,
): Promise<Recordings> {
  const page = await ask(before);
  const goesOn = page.recordings.length === 0 && page.next !== null && isWanted();
  return goesOn ? pageWithLines(page.next, ask, isWanted) : page;
}
