import type { GameInfo, Plan } from "../../generated/rest";

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
  mode: "fixed" | "growing";
  prizes: string;
  guarantee: string;
  repeat: "once" | "daily" | "weekly";
}

const HOUR_MS = 3_600_000;

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
    mode: plan?.prize_mode ?? "growing",
    prizes: (plan?.prize_mode === "fixed" ? plan.prizes : (plan?.shares_bps ?? [5000, 3000, 2000]))?.join(", ") ?? "",
    guarantee: String(plan?.guarantee_chips ?? 0),
    repeat: "once",
  };
}

/** The plan that a draft means; what is no number becomes none, which the server refuses by name. */
export function planOf(draft: PlanDraft, players: 2 | 4): Plan {
  const amounts = draft.prizes
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(toCount);
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
    max_entries: null,
    min_entrants: null,
    prize_mode: draft.mode,
    prizes: draft.mode === "fixed" ? amounts : [],
    shares_bps: draft.mode === "growing" ? amounts : [],
    guarantee_chips: draft.mode === "growing" ? toCount(draft.guarantee) : 0,
    pool_bps: null,
  };
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
