import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { MatchLine } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import styles from "./Rankings.module.css";

const QUINTILES = [1, 2, 3, 4, 5];
const TIP = { background: "var(--raised)", borderColor: "var(--line-strong)", color: "var(--ink)" };

/** The focus would show the first match in place of the one that a mouse or finger points at. */
const keepFocus = (_state: unknown, event: { preventDefault: () => void }) => event.preventDefault();

/** Elo, PR and quintile after each match, the oldest left. By mouse and touch, and by arrow keys once it has the focus. */
export default function Graph({ matches }: { matches: readonly MatchLine[] }) {
  const { t } = useTranslation("rankings");
  const { number } = useFormats();
  const points = matches.toReversed();
  const classified = points.some((point) => point.pr_after !== null);
  const named = { elo: t("statistics.elo"), pr: t("statistics.pr"), quintile: t("statistics.quintile") };
  const axis = { stroke: "var(--ink-quiet)", tick: { fill: "var(--ink-quiet)" } };
  const line = { type: "linear", dot: { r: 2 }, connectNulls: true, isAnimationActive: false, strokeWidth: 2 } as const;
  return (
    <figure className={styles.part}>
      <div className={styles.graph}>
        <ResponsiveContainer>
          <LineChart
            data={points}
            accessibilityLayer
            title={t("statistics.graph")}
            margin={{ top: 8, left: 0 }}
            onMouseDown={keepFocus}
          >
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis dataKey="number" {...axis} />
            <YAxis yAxisId="elo" domain={["auto", "auto"]} width={48} {...axis} />
            {classified && <YAxis yAxisId="pr" orientation="right" domain={["auto", "auto"]} width={36} {...axis} />}
            {classified && <YAxis yAxisId="quintile" hide reversed domain={[1, 5]} ticks={QUINTILES} />}
            <Tooltip
              contentStyle={TIP}
              itemStyle={{ color: "var(--ink)" }}
              labelFormatter={(label) => `${t("statistics.number")} ${String(label)}`}
              formatter={(value) => (typeof value === "number" ? number(value) : String(value))}
            />
            <Legend />
            <Line yAxisId="elo" dataKey="elo_after" name={named.elo} stroke="var(--action-ink)" {...line} />
            {classified && <Line yAxisId="pr" dataKey="pr_after" name={named.pr} stroke="var(--brass-ink)" {...line} />}
            {classified && (
              <Line
                yAxisId="quintile"
                dataKey="quintile_after"
                name={named.quintile}
                stroke="var(--danger-ink)"
                strokeDasharray="4 3"
                {...line}
                type="stepAfter"
              />
            )}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className={styles.hint}>
        {t("statistics.graph")}. {t("statistics.graphHint")}
      </figcaption>
    </figure>
  );
}
