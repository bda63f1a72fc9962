/** Reads JSON from this browser's storage; `fallback` where there is none, or where storage is closed. */
export function load<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Writes JSON; null removes. Closed storage is no reason to stop: the page then forgets at a reload. */
export function save(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to do: see above.
  }
}
