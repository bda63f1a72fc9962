import { useCallback, useEffect, useState } from "react";
import { type Problem, rest, type SeatView, type Study } from "kafeneio-client";
import { useClient } from "../../app/context";
import type { Page } from "../../app/pages";
import { refusal } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Dice } from "../records/Dice";
import felt from "../records/FeltPage.module.css";
import { FeltPage } from "../records/FeltPage";
import { GameBoard } from "../records/GameBoard";
import { StudyEvents } from "../records/StudyEvents";
import type { NewStep, Step } from "../records/useStudy";

interface Props {
  title: string;
  about: string;
  back: Page;
  token: string;
  problem: Problem;
  seats: readonly SeatView[];
  onStop: () => void;
}

/** The position of a problem played on, every seat by the same person. */
export function PlayOn({ token, problem, seats, onStop, ...head }: Props) {
  const { t } = useTranslation(["problems", "records"]);
  const { game } = problem;
  const client = useClient();
  const { study, steps, busy, go } = useProblemStudy(token, problem);
  const sight = study?.sights[0] ?? null;
  const add = (step: NewStep) => void go([...steps, step as Step]);
  return (
    <FeltPage
      {...head}
      top={null}
      board={
        <GameBoard
          game={game}
          view={sight?.view ?? study?.view ?? problem.view}
          you={sight?.seat ?? null}
          seats={seats}
          yourTurn={sight !== null && sight.number !== null && !busy}
          may={sight !== null && !busy}
          events={(study?.told ?? []).map(({ kind, data }) => ({ version: steps.length, kind, data }))}
          onMove={(move) => sight && add({ do: "move", seat: sight.seat, move })}
          onRefuse={(code) => client.refuse(code, game)}
        />
      }
      side={
        <>
          {study && <StudyEvents game={game} seats={seats} study={study} />}
          {study?.pausing && (
            <Button kind="action" busy={busy} onClick={() => add({ do: "wait" })}>
              {t("records:academy.wait")}
            </Button>
          )}
          {study?.rolled && (
            <Dice key={steps.length} rolled={study.rolled} onSet={(values) => add({ do: "dice", values })} />
          )}
          <div className={felt.pair}>
            <Button disabled={steps.length === 0} busy={busy} onClick={() => void go(steps.slice(0, -1))}>
              {t("undo")}
            </Button>
            <Button disabled={steps.length === 0} busy={busy} onClick={() => void go([])}>
              {t("restart")}
            </Button>
          </div>
          <Button onClick={onStop}>{t("stop")}</Button>
        </>
      }
    />
  );
}

/** One request at a time: what is pressed meanwhile does not count, and a step that is refused changes nothing. */
function useProblemStudy(token: string, { game, day }: Problem) {
  const client = useClient();
  const [held, setHeld] = useState<{ study: Study | null; steps: readonly Step[] }>({ study: null, steps: [] });
  const [busy, setBusy] = useState(false);
  const ask = useCallback(
    (steps: readonly Step[]) =>
      rest.studyProblem(token, game, day, { steps: [...steps] }).then(
        (study) => setHeld({ study, steps }),
        (error: unknown) => client.refuse(refusal(error).code, game),
      ),
    [client, token, game, day],
  );
  useEffect(() => void ask([]), [ask]);
  async function go(steps: readonly Step[]) {
    if (busy) return;
    setBusy(true);
    await ask(steps);
    setBusy(false);
  }
  return { ...held, busy, go };
}
