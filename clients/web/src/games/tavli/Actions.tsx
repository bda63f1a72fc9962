import { type ReactNode, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import type { Say } from "../api";
import styles from "./Score.module.css";
import type { Play } from "./usePlay";

interface Props {
  play: Play;
  /** What there is to do or to wait for. */
  hint: string;
  /** Opens the list of moves where there is no room for it beside the board. */
  moves?: ReactNode;
  mayResign: boolean;
  onUndo: () => void;
  onSend: () => void;
  onResign: () => void;
  say: Say;
}

/** Taking steps back, sending the turn, giving the game up. */
export function Actions({ play, hint, moves, mayResign, onUndo, onSend, onResign, say }: Props) {
  const [asking, setAsking] = useState(false);
  const steps = play.draft?.steps.length ?? 0;
  return (
    <div className={styles.actions}>
      <p className={styles.hint}>{hint}</p>
      <div className={styles.buttons}>
        {moves}
        {mayResign && (
          <Button kind="plain" className={styles.resign} onClick={() => setAsking(true)}>
            <Flag />
            <span className={styles.resignWords}>{say("action.resign")}</span>
          </Button>
        )}
        {play.turn && (
          <>
            <Button className={styles.undo} disabled={steps === 0 || play.sending} onClick={onUndo}>
              <Back />
              <span className={styles.undoWords}>{say("action.undo")}</span>
            </Button>
            <Button
              kind="action"
              className={styles.send}
              disabled={!play.complete}
              busy={play.sending}
              onClick={onSend}
            >
              {say("action.send")}
            </Button>
          </>
        )}
      </div>
      {asking && mayResign && <Resign play={play} say={say} onClose={() => setAsking(false)} onResign={onResign} />}
    </div>
  );
}

/** A white flag. */
function Flag() {
  return <Sign path="M6 21V4M6 5c4-2.5 8 2.5 12 0v8c-4 2.5-8-2.5-12 0" />;
}

/** An arrow back, where there is no room for the word. */
function Back() {
  return <Sign path="M4 9h10a5 5 0 0 1 0 10H8M4 9l5-5M4 9l5 5" className={styles.undoSign} />;
}

function Sign({ path, className }: { path: string; className?: string }) {
  return (
    <svg
      className={className}
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

interface ResignProps {
  play: Play;
  say: Say;
  onClose: () => void;
  onResign: () => void;
}

/** Asks once more before a game is given up, and says what it costs. */
function Resign({ play, say, onClose, onResign }: ResignProps) {
  const { t } = useTranslation();
  const cost = (play.turn ? play.turn.board : play.board).own[0] ? 1 : 2;
  return (
    <Dialog
      title={say("resign.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("table.leaveStay")}</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose();
              onResign();
            }}
          >
            {say("action.resign")}
          </Button>
        </>
      }
    >
      <p>{say("resign.text", { count: cost })}</p>
    </Dialog>
  );
}
