import { serverClock } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";

/** Says a moment as the reader's language does. */
export function useWhen(): (atMs: number) => string {
  return useFormats().moment;
}

/** Says a moment near the present: one of today by its time alone. */
export function useRecently(): (atMs: number) => string {
  const { recent } = useFormats();
  return (atMs) => recent(atMs, serverClock.nowMs());
}
