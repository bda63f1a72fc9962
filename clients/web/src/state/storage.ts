/** Where this browser keeps something: `local` until it is removed, `tab` until the tab is closed. */
export type Place = "local" | "tab";

/** What the browser would not keep: storage is closed, or full. It holds until the page is loaded again. */
const unkept = new Map<string, string>();
const TRIAL = "kafeneio.trial";

/** Text from this browser's storage; null: there is none. */
export function read(key: string, place: Place = "local"): string | null {
  try {
    return unkept.get(key) ?? storage(place).getItem(key);
  } catch {
    return null;
  }
}

/** Writes text, null removes it. Storage that is closed or full is no reason to stop: the page forgets when it is
 * loaded again. */
export function write(key: string, text: string | null, place: Place = "local"): void {
  unkept.delete(key);
  try {
    if (text === null) storage(place).removeItem(key);
    else storage(place).setItem(key, text);
  } catch {
    if (text !== null) unkept.set(key, text);
  }
}

/** Reads JSON; `fallback` where there is none, or something else. */
export function load<T>(key: string, fallback: T): T {
  try {
    const text = read(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Writes JSON; null removes. */
export function save(key: string, value: unknown): void {
  write(key, value === null ? null : JSON.stringify(value));
}

/** Whether what is written now is still there when the page is loaded again. */
export function canStore(): boolean {
  write(TRIAL, TRIAL);
  const isKept = !unkept.has(TRIAL);
  write(TRIAL, null);
  return isKept;
}

/** Asking for it throws where it is closed. */
function storage(place: Place): Storage {
  return place === "local" ? localStorage : sessionStorage;
}
