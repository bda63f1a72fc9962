import { useTranslation } from "../../i18n/useTranslation";
import { eveningWord } from "./evenings";

/** The name of a competition or template as it is shown: that of the platform's own evenings in the reader's language. */
export function useCompetitionName(): (one: { id: string; name: string }) => string {
  const { t } = useTranslation("competitions");
  return (one) => {
    const word = eveningWord(one);
    return word === null ? one.name : t(word);
  };
}
