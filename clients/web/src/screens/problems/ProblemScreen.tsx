import { useState } from "react";
import { type Problem, type ProblemOutcome, rest } from "kafeneio-client";
import { useClient } from "../../app/context";
import { addressOf } from "../../app/pages";
import { refusal, useRequest } from "../../app/useRequest";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { FeltPage } from "../records/FeltPage";
import { GameBoard } from "../records/GameBoard";
import { seatViews } from "../records/seats";
import { Waiting } from "../records/Waiting";
import { Outcome } from "./Outcome";
import { PlayOn } from "./PlayOn";
import styles from "./Problems.module.css";

interface Props {
  token: string | null;
  game: string;
  day: string | null;
}

/** A problem on the table's own board: one plays, and sees whether it was the best play. */
export function ProblemScreen({ token, game, day }: Props) {
  const asked = useRequest(`${game} ${day}`, () => rest.problem(game, day));
  if (asked.state !== "here") return <Waiting refused={asked.state === "refused" ? asked.code : null} />;
  return <Laid token={token} problem={asked.value} />;
}

type Move = Record<string, unknown>;

/** The solution as far as it may be seen, and how an answer becomes one. */
function useOutcome(token: string | null, { game, day }: Problem) {
  const client = useClient();
  const [answered, setAnswered] = useState<ProblemOutcome | null>(null);
  const [pending, setPending] = useState<Move | null>(null);
  const kept = useRequest(
    `${token} ${game} ${day}`,
    token === null ? null : () => rest.problemOutcome(token, game, day),
  );
  async function play(move: Move) {
    if (token === null || pending !== null) return;
    setPending(move);
    try {
      setAnswered(await rest.answerProblem(token, game, { day, move }));
    } catch (error) {
      client.refuse(refusal(error).code, game);
    }
    setPending(null);
  }
  const outcome = answered ?? (kept.state === "here" ? kept.value : null);
  const isOpen = outcome === null && kept.state === "refused" && kept.code === "problem_open";
  const refused = outcome === null && kept.state === "refused" && !isOpen ? kept : null;
  return { outcome, isOpen, pending, play, refused };
}

function Laid({ token, problem }: { token: string | null; problem: Problem }) {
  const { t } = useTranslation("problems");
  const says = useSays();
  const words = useGameWords();
  const { dateOf } = useFormats();
  const client = useClient();
  const { outcome, isOpen, pending, play, refused } = useOutcome(token, problem);
  const [playsOn, setPlaysOn] = useState(false);
  const seats = useSeats(problem);
  const { game, day, seat } = problem;
  const head = {
    title: t("one", { game: words.name(game) }),
    about: `${dateOf(day)} · ${t(problem.source)}`,
    back: { at: "problems" } as const,
  };
  if (playsOn && token !== null)
    return <PlayOn {...head} token={token} problem={problem} seats={seats} onStop={() => setPlaysOn(false)} />;
  return (
    <FeltPage
      {...head}
      top={null}
      board={
        <GameBoard
          game={game}
          view={problem.view}
          you={seat}
          seats={seats}
          yourTurn={isOpen && pending === null}
          may={false} // one asks for the best play, not whether to give up
          still={!isOpen}
          pending={pending}
          events={[]}
          onMove={(move) => void play(move)}
          onRefuse={(code) => client.refuse(code, game)}
        />
      }
      side={
        <>
          {refused && <p role="alert">{says(refused)}</p>}
          {outcome ? <Outcome outcome={outcome} /> : <Question problem={problem} isOut={token === null} />}
          {outcome && (
            <Button hint={t("playOnHint")} onClick={() => setPlaysOn(true)}>
              {t("playOn")}
            </Button>
          )}
          <ButtonLink kind="plain" href={addressOf({ at: "problems" })}>
            {t("all")}
          </ButtonLink>
        </>
      }
    />
  );
}

function Question({ problem, isOut }: { problem: Problem; isOut: boolean }) {
  const { t } = useTranslation("problems");
  return (
    <div className={styles.question}>
      <p className={styles.verdict}>{t("yours")}</p>
      <p>
        {t("options", { count: problem.options })} {t("once")}
      </p>
      {isOut && (
        <>
          <p>{t("comeIn")}</p>
          <ButtonLink kind="action" href={addressOf(null)}>
            {t("enter")}
          </ButtonLink>
        </>
      )}
    </div>
  );
}

/** Nobody is named: seats are called by where they sit, as seen from the one that is to move. */
function useSeats({ seat, seats }: Problem) {
  const { t } = useTranslation("problems");
  const names = Array.from({ length: seats }, (_, at) => {
    const from = (at - seat + seats) % seats;
    if (from === 0) return t("seats.you");
    if (seats === 2) return t("seats.opponent");
    return t(`seats.${(["right", "partner", "left"] as const)[from - 1] ?? "opponent"}`);
  });
  const same = (name: string) => name;
  return seatViews(
    names.map((name) => ({ name, account: null })),
    same,
    same,
  );
}
