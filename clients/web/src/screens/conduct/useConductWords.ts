import type { AdminMessage } from "kafeneio-client";
import { useWords } from "../../i18n/useWords";
import { useWhen } from "../records/useWhen";

/** Parameters that are codes, and where the words for them stand. */
const CODES: Record<string, string> = { category: "categories", outcome: "outcomes", colour: "colours" };

/** What the platform reports about conduct, in the reader's words: moments as dates, codes as words. */
export function useConductWords(): (message: AdminMessage) => { subject: string; body: string } {
  const { has, lookUp } = useWords();
  const when = useWhen();
  const said = (name: string, value: string | number) => {
    if (name.endsWith("_ms") && typeof value === "number") return when(value);
    const key = `${CODES[name]}.${value}`;
    return name in CODES && has(key, "conduct") ? lookUp(key, "conduct") : value;
  };
  return (message) => {
    const values = Object.fromEntries(
      Object.entries(message.params).map(([name, value]) => [name, said(name, value as string | number)]),
    );
    // Cards give no other reason for a suspension than their colour.
    const { reason, colour } = message.params;
    if (reason === colour && has(`kept.causes.${colour}`, "conduct")) {
      values["reason"] = lookUp(`kept.causes.${colour}`, "conduct");
    }
    const told = (part: string) => lookUp(`told.${message.code}.${part}`, "conduct", values).trim();
    return { subject: told("subject"), body: told("body") };
  };
}
