import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { promised } from "../../fair/memory";
import { type Finding, readRecording, Unreadable, verifyRecording } from "../../fair/recording";
import { rest, type Recording } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { addressOf } from "../../app/pages";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { Field } from "../../parts/Field";
import { Findings } from "./Findings";
import { PaperPage } from "./PaperPage";
import { useRequest } from "../../app/useRequest";
import styles from "./VerifyScreen.module.css";

type Checked = { findings: readonly Finding[] } | { unreadable: Unreadable["code"] } | null;

/** Checks the chance of a recording in this browser: nothing is requested but the recording itself. */
export function VerifyScreen({ token, match }: { token: string | null; match: string | null }) {
  const { t } = useTranslation("records");
  const { t: door } = useTranslation("door");
  const says = useSays();
  const asked = useRequest(match ?? "", token && match ? () => rest.recording(token, match) : null);
  const file = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Recording | null>(null);
  const [unreadable, setUnreadable] = useState<Unreadable["code"] | null>(null);
  const recording = chosen ?? (asked.state === "here" ? asked.value : null);

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const read = event.target.files?.[0];
    event.target.value = ""; // the same file may be chosen again
    if (!read) return;
    try {
      setChosen(readRecording(await read.text()));
      setUnreadable(null);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      setUnreadable(error.code);
    }
  }

  return (
    <PaperPage title={t("verify.title")} lead={t("verify.lead")} back={token ? { at: "matches" } : null}>
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code })}</p>}
      <input
        ref={file}
        className={styles.file}
        type="file"
        accept=".json,application/json"
        tabIndex={-1}
        aria-label={t("verify.file")}
        onChange={(event) => void choose(event)}
      />
      <div>
        <Button onClick={() => file.current?.click()}>{t("verify.choose")}</Button>
      </div>
      {unreadable && <p role="alert">{t(`verify.${unreadable}`)}</p>}
      {recording && <Checks key={recording.match} recording={recording} />}
      <p className={styles.tool}>{t("verify.tool")}</p>
      <pre className={styles.command}>
        <code>kafeneio verify kafeneio-….json</code>
      </pre>
      <ButtonLink kind="plain" href={addressOf({ at: "chance" })}>
        {door("chance")}
      </ButtonLink>
    </PaperPage>
  );
}

/** The findings, with what this browser remembers from before the match, or what its person noted. */
function Checks({ recording }: { recording: Recording }) {
  const { t } = useTranslation("records");
  const before = promised(recording.match);
  const [commit, setCommit] = useState(before?.commit ?? "");
  const [seed, setSeed] = useState(before?.seed ?? "");
  const checked = useChecked(recording, commit, seed);
  return (
    <>
      <div className={styles.noted}>
        <Field
          label={t("verify.commit")}
          hint={t(before ? "verify.remembered" : "verify.commitHint")}
          value={commit}
          spellCheck={false}
          onChange={(event) => setCommit(event.target.value)}
        />
        <Field
          label={t("verify.seed")}
          hint={t(before?.seed ? "verify.remembered" : "verify.seedHint")}
          value={seed}
          spellCheck={false}
          onChange={(event) => setSeed(event.target.value)}
        />
      </div>
      {checked && "unreadable" in checked && <p role="alert">{t(`verify.${checked.unreadable}`)}</p>}
      {checked && "findings" in checked && (
        <Findings game={recording.game} findings={checked.findings} promised={commit !== ""} />
      )}
    </>
  );
}

function useChecked(recording: Recording, commit: string, seed: string): Checked {
  const [checked, setChecked] = useState<Checked>(null);
  useEffect(() => {
    let wanted = true;
    verifyRecording(recording, { commit: commit || null, seed: seed || null }).then(
      (findings) => wanted && setChecked({ findings }),
      (error: unknown) =>
        wanted && setChecked({ unreadable: error instanceof Unreadable ? error.code : "notRecording" }),
    );
    return () => {
      wanted = false;
    };
  }, [recording, commit, seed]);
  return checked;
}
