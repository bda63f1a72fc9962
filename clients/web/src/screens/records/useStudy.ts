import { useCallback, useEffect, useRef, useState } from "react";
import type { PageOf } from "../../app/pages";
import { rest, type Study, type StudyBody } from "kafeneio-client";
import { refusal } from "../../app/useRequest";

export type Step = NonNullable<StudyBody["steps"]>[number];
/** A step as this page makes it; how many dice there are the server checks. */
export type NewStep = Exclude<Step, { do: "dice" }> | { do: "dice"; values: number[] };

export interface StudyDesk {
  study: Study | null;
  steps: readonly Step[];
  /** The step on its way. */
  pending: Step | null;
  busy: boolean;
  /** Why there is no study at all. */
  refused: string | null;
  /** Why the last step was not done; nothing has changed by it. */
  stepRefused: { code: string } | null;
  add: (step: NewStep) => void;
  /** Takes back so many steps. */
  back: (count: number) => void;
}

interface Held {
  study: Study | null;
  steps: readonly Step[];
  pending: Step | null;
  refused: string | null;
  stepRefused: { code: string } | null;
}

const EMPTY: Held = { study: null, steps: [], pending: null, refused: null, stepRefused: null };

/** A place in a hand from which one plays on. */
export type AcademyPage = PageOf<"academy"> & { hand: number; position: number };

/** A study in progress. One request at a time: what is pressed meanwhile does not count. */
export function useStudy(token: string, page: AcademyPage): StudyDesk {
  const { match, hand, position, branch } = page;
  const [held, setHeld] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const go = useCallback(
    async (steps: readonly Step[], pending: Step | null) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setHeld((before) => ({ ...before, pending, stepRefused: null }));
      try {
        const study = await rest.study(token, { match, hand, position, steps: [...steps] });
        setHeld({ ...EMPTY, study, steps });
      } catch (error) {
        const { code } = refusal(error);
        setHeld((before) => ({ ...before, pending: null, ...refusedAs(before, code) }));
      }
      running.current = false;
      setBusy(false);
    },
    [token, match, hand, position],
  );

  useEffect(() => {
    let wanted = true;
    stepsOf(token, branch).then(
      (steps) => wanted && void go(steps, null),
      (error: unknown) => wanted && setHeld((before) => ({ ...before, refused: refusal(error).code })),
    );
    return () => {
      wanted = false;
    };
  }, [token, branch, go]);

  const { steps } = held;
  return {
    ...held,
    busy,
    add: (step) => void go([...steps, step as Step], step as Step),
    back: (count) => void go(steps.slice(0, steps.length - count), null),
  };
}

function refusedAs(before: Held, code: string): Partial<Held> {
  return before.study === null ? { refused: code } : { stepRefused: { code } };
}

/** Those of a branch that was kept; none where a study begins. */
async function stepsOf(token: string, branch: string | null): Promise<readonly Step[]> {
  if (branch === null) return [];
  const { branches } = await rest.branches(token);
  return branches.find((each) => each.branch === branch)?.steps ?? [];
}
