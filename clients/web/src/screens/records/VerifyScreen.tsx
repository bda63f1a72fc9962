import { type ChangeEvent, useEffect, useState } from "react";
import { promised } from "../../fair/memory";
import { type Finding, readRecording, Unreadable, verifyRecording } from "../../fair/recording";
import { rest, type Recording } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Field } from "../../parts/Field";
import { Findings } from "./Findings";
import { PaperPage } from "./PaperPage";
import { useRequest } from "../../app/useRequest";
import styles from "./VerifyScreen.module.css";

type Checked = { findings: readonly Finding[] } | { unreadable: Unreadable["code"] } | null;

/** Checks the chance of a recording in this browser: nothing is requested but the recording itself. */
export function VerifyScreen({ token, match }: { token: string | null; match: string | null }) {
  const { t } = useTranslation("records");
  const says = useSays();
  const asked = useRequest(match ?? "", token && match ? () => rest.recording(token, match) : null);
  const [chosen, setChosen] = useState<Recording | null>(null);
  const [unreadable, setUnreadable] = useState<Unreadable["code"] | null>(null);
  const recording = chosen ?? (asked.state === "here" ? asked.value : null);

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    if (!file) return;
    try {
      setChosen(readRecording(await file.text()));
      setUnreadable(null);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      setUnreadable(error.code);
    }
  }

  return (
    <PaperPage title={t("verify.title")} lead={t("verify.lead")} back={token ? { at: "matches" } : null}>
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code })}</p>}
      <label className={styles.file}>
        <span>{t("verify.file")}</span>
        <input type="file" accept=".json,application/json" onChange={(event) => void choose(event)} />
      </label>
      {unreadable && <p role="alert">{t(`verify.${unreadable}`)}</p>}
      {recording && <Checks key={recording.match} recording={recording} />}
      <p className={styles.tool}>{t("verify.tool")}</p>
      <pre className={styles.command}>
        <code>kafeneio verify kafeneio-….json</code>
      </pre>
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
      {checked && "findings" in checked && <Findings findings={checked.findings} promised={commit !== ""} />}
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
