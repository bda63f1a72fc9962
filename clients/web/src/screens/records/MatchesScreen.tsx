import { useEffect, useState } from "react";
import { addressOf } from "../../app/pages";
import { useApp } from "../../app/context";
import { rest, type RecordingLine } from "kafeneio-client";
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

/** The matches that one has played, newest first. */
export function MatchesScreen({ token }: { token: string }) {
  const { t } = useTranslation("records");
  const says = useSays();
  const [pages, more] = useMatches(token);
  const { lines, next, refused, busy } = pages;
  return (
    <PaperPage title={t("matches.title")} lead={t("matches.lead")}>
      <nav className={styles.ways} aria-label={t("matches.more")}>
        <ButtonLink href={addressOf({ at: "studies" })}>{t("studies.title")}</ButtonLink>
        <ButtonLink href={addressOf({ at: "verify", match: null })}>{t("verify.title")}</ButtonLink>
      </nav>
      <ShareQuestions token={token} />
      <ul className={styles.lines} aria-busy={busy}>
        {lines.map((line) => (
          <MatchLine key={line.match} line={line} />
        ))}
      </ul>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {!busy && refused === null && lines.length === 0 && <Empty>{t("matches.empty")}</Empty>}
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

function useMatches(token: string): [Pages, () => void] {
  const [pages, setPages] = useState<Pages>({ lines: [], next: null, refused: null, busy: true });
  const load = (before: string | null) =>
    rest.recordings(token, before).then(
      (page) =>
        setPages(({ lines }) => ({
          lines: before === null ? page.recordings : [...lines, ...page.recordings],
          next: page.next,
          refused: null,
          busy: false,
        })),
      (error: unknown) => setPages((held) => ({ ...held, refused: refusal(error).code, busy: false })),
    );
  useEffect(() => {
    void load(null);
    // oxlint-disable-next-line react/exhaustive-deps -- once for a session
  }, [token]);
  const more = () => {
    setPages((held) => ({ ...held, busy: true }));
    void load(pages.next);
  };
  return [pages, more];
}
