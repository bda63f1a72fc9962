import type { AdminMessage } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useWords } from "../../i18n/useWords";
import { useConductWords } from "../conduct/useConductWords";
import { useBoardNameOf } from "../rankings/boardNames";

/** Subject and body: what the platform says in the reader's language, what somebody has written as it was written. */
export function useMessageWords(): (message: AdminMessage) => { subject: string; body: string } {
  const { has, lookUp } = useWords();
  const { number, signed, period: periodWords } = useFormats();
  const conduct = useConductWords();
  const boardName = useBoardNameOf();
  return (message) => {
    if (message.code !== null && has(`told.${message.code}.subject`, "conduct")) return conduct(message);
    const key = `messages.told.${message.code}`;
    if (message.code === null || !has(`${key}.subject`, "app")) return message;
    const values = Object.fromEntries(
      Object.entries(message.params).map(([name, value]) => [name, typeof value === "number" ? number(value) : value]),
    );
    const { chips, board, period } = message.params;
    if (typeof period === "string") values["period"] = periodWords(period);
    if (typeof board === "string") values["board"] = boardName(board);
    const said = { ...values, signed: typeof chips === "number" ? signed(chips) : "" };
    return { subject: lookUp(`${key}.subject`, "app", said), body: lookUp(`${key}.body`, "app", said) };
  };
}
