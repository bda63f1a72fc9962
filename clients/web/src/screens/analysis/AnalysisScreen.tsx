import { useCallback, useEffect, useState } from "react";
import { type Analysis, rest } from "kafeneio-client";
import { useApp } from "../../app/context";
import { addressOf, type PageProps } from "../../app/pages";
import { useLastAlone } from "../../app/questions";
import { refusal } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { usePercent } from "../chance/usePercent";
import { PaperPage } from "../records/PaperPage";
import { ReportView } from "./ReportView";
import styles from "./Analysis.module.css";

interface Refused {
  code: string;
  detail: unknown;
}

interface Held {
  analysis: Analysis | null;
  refused: Refused | null;
  busy: boolean;
}

const NOT_ORDERED = "analysis_unknown";

/** What was luck, what was skill, and where a match was decided: ordered here, waited for here, read here. */
export default function AnalysisScreen({ page }: PageProps<"analysis">) {
  const token = useApp((state) => state.token);
  if (token === null) return null; // App asks for a session first
  return <OfMatch key={page.match} token={token} match={page.match} />;
}

function OfMatch({ token, match }: { token: string; match: string }) {
  const { t } = useTranslation("analysis");
  const words = useGameWords();
  const { held, order } = useAnalysis(token, match);
  const { analysis, refused, busy } = held;
  const title = analysis ? t("title", { game: words.name(analysis.game) }) : t("link");
  return (
    <PaperPage title={title} lead={t("lead")} back={{ at: "matches" }}>
      {refused && refused.code !== NOT_ORDERED && <Refusal refused={refused} />}
      {!analysis && !refused && <p role="status">{t("waiting")}</p>}
      {(refused || analysis?.state === "failed") && (
        <Order analysis={analysis} refused={refused} busy={busy} onOrder={order} />
      )}
      {analysis && (analysis.state === "waiting" || analysis.state === "running") && <Progress analysis={analysis} />}
      {analysis?.report && <ReportView analysis={analysis} report={analysis.report} />}
    </PaperPage>
  );
}

function Refusal({ refused }: { refused: Refused }) {
  const { t } = useTranslation("analysis");
  const says = useSays();
  const other = refused.code === "analysis_running" ? matchIn(refused.detail) : null;
  return (
    <p role="alert">
      {says(refused)} {other !== null && <a href={addressOf({ at: "analysis", match: other })}>{t("order.other")}</a>}
    </p>
  );
}

/** The match that a refusal names. */
function matchIn(detail: unknown): string | null {
  const match = detail && typeof detail === "object" ? (detail as { match?: unknown }).match : null;
  return typeof match === "string" ? match : null;
}

/** Refusals after which ordering again may help. */
const PASSING = new Set([NOT_ORDERED, "analysis_running", "analysis_busy", "service_unavailable", "offline"]);

interface OrderProps {
  analysis: Analysis | null;
  refused: Refused | null;
  busy: boolean;
  onOrder: () => void;
}

function Order({ analysis, refused, busy, onOrder }: OrderProps) {
  const { t } = useTranslation("analysis");
  if (refused && !PASSING.has(refused.code)) return null;
  const first = refused?.code === NOT_ORDERED;
  return (
    <>
      <p>{t(analysis?.state === "failed" ? "order.failed" : "order.text")}</p>
      {analysis && <p className={styles.quiet}>{t("order.left", { count: analysis.left_today })}</p>}
      <div>
        <Button kind="action" size="large" busy={busy} onClick={onOrder}>
          {t(first ? "order.button" : "order.again")}
        </Button>
      </div>
    </>
  );
}

function Progress({ analysis: { percent, ahead } }: { analysis: Analysis }) {
  const { t } = useTranslation("analysis");
  const shown = usePercent();
  return (
    <section className={styles.progress} aria-labelledby="analysis-progress">
      <h2 id="analysis-progress">{t("progress.title")}</h2>
      <progress max={100} value={percent} aria-labelledby="analysis-progress" />
      <p role="status" className="num">
        {ahead > 0
          ? t("progress.ahead", { count: ahead })
          : t("progress.percent", { percent: shown(percent / 100, 0) })}
      </p>
      <p className={styles.quiet}>{t("progress.stay")}</p>
    </section>
  );
}

const AGAIN_LEAST_MS = 500;

/** The analysis as it stands, asked for again as long as it changes. */
function useAnalysis(token: string, match: string): { held: Held; order: () => void } {
  const [held, setHeld] = useState<Held>({ analysis: null, refused: null, busy: false });
  const asking = useLastAlone();
  const take = useCallback(
    (asked: Promise<Analysis>) => {
      const counts = asking();
      asked.then(
        (analysis) => counts() && setHeld({ analysis, refused: null, busy: false }),
        (error: unknown) => {
          const { code, detail } = refusal(error);
          if (counts()) setHeld((before) => ({ analysis: before.analysis, refused: { code, detail }, busy: false }));
        },
      );
    },
    [asking],
  );
  useEffect(() => take(rest.analysis(token, match)), [take, token, match]);
  const { analysis } = held;
  const againMs = held.refused === null ? (analysis?.again_ms ?? null) : null;
  useEffect(() => {
    if (analysis === null || againMs === null) return undefined;
    const timer = setTimeout(() => take(rest.analysis(token, match)), Math.max(AGAIN_LEAST_MS, againMs));
    return () => clearTimeout(timer);
  }, [take, analysis, againMs, token, match]);
  const order = () => {
    setHeld((before) => ({ ...before, busy: true }));
    take(rest.askAnalysis(token, match));
  };
  return { held, order };
}
