import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { rest, type ImportedMatch } from "kafeneio-client";
import { refusal } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import styles from "./ImportsScreen.module.css";

interface Props {
  token: string;
  onBrought: (made: ImportedMatch) => void;
}

interface Refused {
  code: string;
  detail: unknown;
}

/** Takes the text of a match, pasted or from a file, which one may look at before it is sent. */
export function BringForm({ token, onBrought }: Props) {
  const { t } = useTranslation("records");
  const says = useSays();
  const place = usePlace();
  const [text, setText] = useState("");
  const { busy, refused, send } = useSending(token, (made) => {
    setText("");
    onBrought(made);
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    send(text);
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <label>
        {t("imports.text")}
        <textarea
          className={styles.text}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className={styles.do}>
        <FileChoice onRead={setText} />
        <Button kind="action" type="submit" busy={busy} disabled={text.trim() === ""}>
          {t("imports.send")}
        </Button>
      </div>
      {refused && (
        <p role="alert">
          {says(refused)} {place(refused.detail)}
        </p>
      )}
    </form>
  );
}

function FileChoice({ onRead }: { onRead: (text: string) => void }) {
  const { t } = useTranslation("records");
  const file = useRef<HTMLInputElement>(null);

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.target.files?.[0];
    event.target.value = ""; // the same file may be chosen again
    if (chosen) onRead(await chosen.text());
  }

  return (
    <>
      <input
        ref={file}
        className={styles.file}
        type="file"
        accept=".mat,.txt,text/plain"
        tabIndex={-1}
        aria-label={t("imports.file")}
        onChange={(event) => void choose(event)}
      />
      <Button onClick={() => file.current?.click()}>{t("imports.choose")}</Button>
    </>
  );
}

/** Sends a text; one at a time. */
function useSending(token: string, onBrought: (made: ImportedMatch) => void) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);

  function send(text: string) {
    if (busy) return;
    setBusy(true);
    setRefused(null);
    rest
      .importMatch(token, { text })
      .then(onBrought, (error: unknown) => setRefused(refusal(error)))
      .finally(() => setBusy(false));
  }

  return { busy, refused, send };
}

/** Where in the text something is wrong, as far as the refusal names it. */
function usePlace(): (detail: unknown) => string {
  const { t } = useTranslation("records");
  return (detail) => {
    const { game, move, line } = (detail ?? {}) as { game?: unknown; move?: unknown; line?: unknown };
    if (typeof line !== "number") return "";
    if (typeof game === "number" && typeof move === "number") return t("imports.atMove", { game, move, line });
    return typeof game === "number" ? t("imports.inGame", { game, line }) : t("imports.atLine", { line });
  };
}
