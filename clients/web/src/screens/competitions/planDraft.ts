import type { GameInfo, Plan } from "kafeneio-client";
import { type Recurrence, USUAL } from "./recurrence";

/** A competition as it is written in the form: every field as its text. */
export interface PlanDraft {
  name: string;
  game: string;
  options: Record<string, unknown>;
  opens: string;
  starts: string;
  ends: string;
  price: string;
  games: string;
  kind: "total" | "best_x";
  x: string;
  /** Empty: the platform's number; so are `minEntrants` and `poolPercent`. */
  maxEntries: string;
  minEntrants: string;
  poolPercent: string;
  mode: "fixed" | "growing";
  prizes: string;
  guarantee: string;
  repeat: "once" | "daily" | "weekly" | "rule";
  /** The days that `repeat` names as a rule. */
  recurrence: Recurrence;
}

const HOUR_MS = 3_600_000;
/** Hundredths of a percent in a percent. */
const WHOLE_PERCENT = 100;

/** The draft that a plan is; without one a competition of tomorrow evening. */
export function draftOf(plan: Plan | null, game: GameInfo | undefined, nowMs: number): PlanDraft {
  const start = Math.ceil((nowMs + 24 * HOUR_MS) / HOUR_MS) * HOUR_MS;
  const options = Object.fromEntries(Object.entries(game?.options ?? {}).map(([name, values]) => [name, values[0]]));
  return {
    name: plan?.name ?? "",
    game: plan?.game ?? game?.game ?? "tavli",
    options: plan?.options ?? options,
    opens: toLocal(plan?.opens_at_ms ?? Math.ceil(nowMs / HOUR_MS) * HOUR_MS),
    starts: toLocal(plan?.starts_at_ms ?? start),
    ends: toLocal(plan?.ends_at_ms ?? start + 3 * HOUR_MS),
    price: String(plan?.price_chips ?? 1000),
    games: String(plan?.games_per_entry ?? 5),
    kind: plan?.kind ?? "total",
    x: String(plan?.x ?? 3),
    maxEntries: optional(plan?.max_entries),
    minEntrants: optional(plan?.min_entrants),
    poolPercent: optional(plan?.pool_bps, WHOLE_PERCENT),
    mode: plan?.prize_mode ?? "growing",
    prizes: plan?.prize_mode === "fixed" ? amounts(plan.prizes, 1) : amounts(plan?.shares_bps, WHOLE_PERCENT),
    guarantee: String(plan?.guarantee_chips ?? 0),
    repeat: "once",
    recurrence: USUAL,
  };
}

/** The fields of which the text cannot be read, so that nothing is sent that its writer did not mean. */
export function wrongFields(draft: PlanDraft): (keyof PlanDraft)[] {
  const isGrowing = draft.mode === "growing";
  const isBest = draft.kind === "best_x";
  const wrong: Partial<Record<keyof PlanDraft, boolean>> = {
    name: draft.name.trim().length < 3,
    opens: toMs(draft.opens) === 0,
    starts: toMs(draft.starts) === 0,
    ends: toMs(draft.ends) === 0,
    price: !isCount(draft.price),
    games: !isCount(draft.games),
    x: isBest && !isCount(draft.x),
    maxEntries: isBest && draft.maxEntries !== "" && !isCount(draft.maxEntries),
    minEntrants: draft.minEntrants !== "" && !isCount(draft.minEntrants),
    poolPercent: isGrowing && draft.poolPercent !== "" && !isPercent(draft.poolPercent),
    guarantee: isGrowing && !isCount(draft.guarantee),
    recurrence: draft.repeat === "rule" && draft.recurrence.days.length === 0,
    prizes: !words(draft.prizes).every(isGrowing ? isPercent : isCount),
  };
  return (Object.keys(wrong) as (keyof PlanDraft)[]).filter((name) => wrong[name]);
}

/** The plan that a draft means, if none of its fields is wrong. Shares are percents in the form, and hundredths of a
 * percent for the server. */
export function planOf(draft: PlanDraft, players: 2 | 4): Plan {
  const isGrowing = draft.mode === "growing";
  return {
    name: draft.name.trim(),
    game: draft.game,
    options: draft.options,
    players,
    opens_at_ms: toMs(draft.opens),
    starts_at_ms: toMs(draft.starts),
    ends_at_ms: toMs(draft.ends),
    price_chips: toCount(draft.price),
    games_per_entry: toCount(draft.games),
    kind: draft.kind,
    x: draft.kind === "best_x" ? toCount(draft.x) : null,
    max_entries: draft.kind === "best_x" && draft.maxEntries !== "" ? toCount(draft.maxEntries) : null,
    min_entrants: draft.minEntrants === "" ? null : toCount(draft.minEntrants),
    prize_mode: draft.mode,
    prizes: isGrowing ? [] : words(draft.prizes).map(toCount),
    shares_bps: isGrowing ? words(draft.prizes).map(toBps) : [],
    guarantee_chips: isGrowing ? toCount(draft.guarantee) : 0,
    pool_bps: isGrowing && draft.poolPercent !== "" ? toBps(draft.poolPercent) : null,
  };
}

function optional(value: number | null | undefined, unit = 1): string {
  return value === null || value === undefined ? "" : String(value / unit);
}

function amounts(values: readonly number[] | undefined, unit: number): string {
  return (values ?? [5000, 3000, 2000]).map((value) => value / unit).join(", ");
}

/** The prizes by place as they are read: chips, or percent of a growing pool. */
export function prizesOf({ mode, prizes }: Pick<PlanDraft, "mode" | "prizes">): number[] {
  const found = words(prizes);
  return found.every(mode === "growing" ? isPercent : isCount) ? found.map(Number) : [];
}

function words(text: string): string[] {
  return text.split(/[,;\s]+/).filter(Boolean);
}

function isCount(text: string): boolean {
  return /^\d{1,12}$/.test(text.trim());
}

function isPercent(text: string): boolean {
  return /^\d{1,3}(\.\d{1,2})?$/.test(text.trim());
}

function toBps(text: string): number {
  return Math.round(Number(text) * WHOLE_PERCENT);
}

function toCount(text: string): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 ? value : 0;
}

/** A moment as the browser's field for date and time wants it, in the reader's own time zone. */
export function toLocal(atMs: number): string {
  const at = new Date(atMs);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

function toMs(local: string): number {
  const at = new Date(local).getTime();
  return Number.isNaN(at) ? 0 : at;
}
