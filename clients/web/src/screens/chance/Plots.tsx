import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  XAxis,
  YAxis,
} from "recharts";
import type { Dot, facesOf } from "./chance";
import styles from "./Chance.module.css";

const AXIS = { stroke: "var(--ink-quiet)", tick: { fill: "var(--ink-quiet)", fontSize: 13 } };
const FAIR = 100 / 6;

/** How often each number came up, in per cent, with the line of fair dice. What it shows stands in a table beside it. */
export function Faces({ faces, title }: { faces: ReturnType<typeof facesOf>; title: string }) {
  const data = faces.map(({ face, share }) => ({ face, share: 100 * share }));
  return (
    <div className={styles.plot}>
      <ResponsiveContainer>
        <BarChart data={data} title={title} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis dataKey="face" {...AXIS} />
          <YAxis width={34} domain={[0, (most: number) => Math.max(20, Math.ceil(most / 5) * 5)]} {...AXIS} />
          <Bar dataKey="share" fill="var(--action)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
          <ReferenceLine y={FAIR} stroke="var(--brass-ink)" strokeWidth={2} strokeDasharray="6 4" />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

/** A dot for each day and test, 0 … 100. */
export function Days({ dots, title, axis, dayOf }: DaysProps) {
  const last = Math.max(1, ...dots.map(({ at }) => at));
  const groups = [
    { verdict: "fair", fill: "var(--action-ink)" },
    { verdict: "rare", fill: "var(--brass-ink)" },
    { verdict: "unfair", fill: "var(--danger-ink)" },
  ];
  return (
    <div className={styles.plot}>
      <ResponsiveContainer>
        <ScatterChart title={title} margin={{ top: 8, right: 30, bottom: 0, left: 0 }}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            type="number"
            dataKey="at"
            domain={[0, last]}
            ticks={[0, last]}
            interval={0}
            tickFormatter={dayOf}
            {...AXIS}
          />
          <YAxis
            type="number"
            dataKey="of100"
            domain={[0, 100]}
            ticks={[0, 25, 50, 75, 100]}
            width={52}
            label={{ value: axis, angle: -90, position: "insideLeft", fill: "var(--ink-quiet)", fontSize: 13, dy: 60 }}
            {...AXIS}
          />
          <ReferenceLine y={1} stroke="var(--brass-ink)" strokeDasharray="6 4" />
          {groups.map(({ verdict, fill }) => (
            <Scatter
              key={verdict}
              data={dots.filter((dot) => dot.verdict === verdict)}
              fill={fill}
              isAnimationActive={false}
            />
          ))}
        </ScatterChart>
      </ResponsiveContainer>
    </div>
  );
}

interface DaysProps {
  dots: readonly Dot[];
  title: string;
  axis: string;
  dayOf: (at: number) => string;
}
