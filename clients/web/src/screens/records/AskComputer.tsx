import { useState } from "react";
import { type ComputerMove, rest } from "kafeneio-client";
import { refusal } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useMoveText } from "../analysis/useMoveText";
import styles from "./FeltPage.module.css";
import type { AcademyPage, StudyDesk } from "./useStudy";

interface Props {
  token: string;
  page: AcademyPage;
  desk: StudyDesk;
  game: string;
  /** Who is asked for; null: nobody may act. */
  seat: number | null;
}

type Answer = { found: ComputerMove } | { code: string; detail: unknown } | null;

/** What the computer would play here, with a reason; one more press plays it. */
export function AskComputer({ token, page, desk, game, seat }: Props) {
  const { t } = useTranslation("analysis");
  const says = useSays();
  const words = useMoveText();
  const [held, setHeld] = useState<{ steps: StudyDesk["steps"]; answer: Answer }>({ steps: desk.steps, answer: null });
  const [busy, setBusy] = useState(false);
  const answer = held.steps === desk.steps ? held.answer : null; // each position has an answer of its own
  const { match, hand, position } = page;
  async function consult() {
    const { steps } = desk;
    setBusy(true);
    try {
      const found = await rest.askComputer(token, { match, hand, position, steps: [...steps], seat });
      setHeld({ steps, answer: { found } });
    } catch (error) {
      const { code, detail } = refusal(error);
      setHeld({ steps, answer: { code, detail } });
    } finally {
      setBusy(false);
    }
  }
  if (seat === null) return null;
  return (
    <>
      <Button busy={busy} onClick={() => void consult()}>
        {t("hint.ask")}
      </Button>
      {answer && "code" in answer && <p role="alert">{says({ ...answer, game })}</p>}
      {answer && "found" in answer && <Found {...{ words, desk }} found={answer.found} />}
    </>
  );
}

interface FoundProps {
  found: ComputerMove;
  words: ReturnType<typeof useMoveText>;
  desk: StudyDesk;
}

function Found({ found: { move, seat, reason }, words, desk }: FoundProps) {
  const { t } = useTranslation("analysis");
  if (move === null) return <p role="status">{t("hint.nothing")}</p>;
  return (
    <div className={styles.pair}>
      <p role="status">
        {t("hint.answer", { move: words.move(move) })} {words.reason(reason.code)}
      </p>
      <Button kind="action" busy={desk.busy} onClick={() => desk.add({ do: "move", seat, move })}>
        {t("hint.play")}
      </Button>
    </div>
  );
}
