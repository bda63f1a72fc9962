/**
 * `next` as a value, made of the parts of `last` that are the same: what has not changed is the same object as before, and
 * who draws it need not draw it again. Of plain data alone, as frames are.
 */
export function reused<T>(last: unknown, next: T): T {
  if (Object.is(last, next)) return next;
  if (typeof last !== "object" || typeof next !== "object" || last === null || next === null) return next;
  if (Array.isArray(last) !== Array.isArray(next)) return next;
  const before = last as Record<string, unknown>;
  const after = next as Record<string, unknown>;
  const keys = Object.keys(after);
  let isSame = keys.length === Object.keys(before).length;
  const made: Record<string, unknown> = Array.isArray(next) ? ([] as never) : {};
  for (const key of keys) {
    made[key] = reused(before[key], after[key]);
    isSame &&= key in before && Object.is(made[key], before[key]);
  }
  return (isSame ? last : made) as T;
}
