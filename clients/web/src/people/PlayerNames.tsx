import { Fragment } from "react";
import { useTranslation } from "../i18n/useTranslation";
import { PlayerName } from "./PlayerName";
import { useComputerName } from "./useComputerNames";
import { useShownName } from "./useShownName";

/** Stands for the names while the sentence around them is made. */
const MARK = "\u0001";

interface Props {
  people: readonly { account?: string | null; name: string | null }[];
  /** The sentence around the names. */
  sentence?: (names: string) => string;
}

/** Players by name, in the words of a list, each leading to the player's card. */
export function PlayerNames({ people, sentence = (names) => names }: Props) {
  const { language } = useTranslation();
  const calls = useShownName();
  const called = useComputerName();
  const parts = new Intl.ListFormat(language).formatToParts(people.map((_, at) => String(at)));
  const [before, after = ""] = sentence(MARK).split(MARK);
  return (
    <>
      {before}
      {parts.map((part, at) => {
        const one = part.type === "element" ? people[Number(part.value)] : undefined;
        if (!one) return <Fragment key={at}>{part.value}</Fragment>;
        const name = one.name ?? "";
        return <PlayerName key={at} account={one.account ?? null} name={name} called={called(calls(name))} />;
      })}
      {after}
    </>
  );
}
