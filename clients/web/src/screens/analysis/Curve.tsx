import {
  Area,
  AreaChart,
  CartesianGrid,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from "recharts";
import type { Drawn } from "./report";
import styles from "./Analysis.module.css";

const AXIS = { stroke: "var(--ink-quiet)", tick: { fill: "var(--ink-quiet)", fontSize: 13 } };

interface Props {
  curve: readonly Drawn[];
  moments: readonly (Drawn & { number: number })[];
  title: string;
}

/** The chance to win through the match, with the numbers of the moments that decided it. */
export default function Curve({ curve, moments, title }: Props) {
  return (
    <div className={styles.plot}>
      <ResponsiveContainer>
        <AreaChart data={[...curve]} title={title} margin={{ top: 14, right: 14, bottom: 2, left: 0 }}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            type="number"
            dataKey="n"
            domain={[0, curve.length - 1]}
            tick={false}
            tickLine={false}
            height={8}
            stroke="var(--ink-quiet)"
          />
          <YAxis type="number" domain={[0, 100]} ticks={[0, 25, 50, 75, 100]} width={36} {...AXIS} />
          <ReferenceLine y={50} stroke="var(--brass-ink)" strokeDasharray="6 4" />
          <Area
            dataKey="percent"
            type="linear"
            baseValue={50}
            stroke="var(--action-ink)"
            strokeWidth={2}
            fill="var(--action-wash)"
            isAnimationActive={false}
          />
          {moments.map(({ n, percent, number }) => (
            <ReferenceDot
              key={number}
              x={n}
              y={percent}
              r={10}
              fill="var(--brass-ink)"
              stroke="var(--ground)"
              label={{ value: number, fill: "var(--ground)", fontSize: 13, fontWeight: 700 }}
            />
          ))}
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
