import type { TableView } from "kafeneio-client";

const MOVING = ["game_view", "due", "may", "hand_version"] as const;

/** A table without what changes with every move: who draws no more than this is not drawn with every move. */
export type StillView = Omit<TableView, (typeof MOVING)[number]>;

/** For `memo`: whether the properties of a component are the same; of a table (`view`) that which stands still. */
export function areStill<Props extends { view: StillView }>(last: Props, next: Props): boolean {
  return areSame(last, next, VIEW) && areSame(last.view, next.view, STILL);
}

/** For `memo`: the same of a component that draws these fields of its game's `view`, and no others. */
export function sameIn<Field extends string>(fields: readonly Field[]) {
  return <Props extends { view: Readonly<Record<Field, unknown>> }>(last: Props, next: Props): boolean =>
    areSame(last, next, VIEW) && fields.every((field) => Object.is(last.view[field], next.view[field]));
}

const VIEW: ReadonlySet<string> = new Set(["view"]);
const STILL: ReadonlySet<string> = new Set(MOVING);

function areSame(last: object, next: object, but: ReadonlySet<string>): boolean {
  const [before, after] = [last as Record<string, unknown>, next as Record<string, unknown>];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.every((key) => but.has(key) || Object.is(before[key], after[key]));
}
