import { useFormats } from "../../i18n/useFormats";

/** Says a moment as the reader's language does. */
export function useWhen(): (atMs: number) => string {
  return useFormats().moment;
}
