import { useMemo } from "react";
import type { SeatView } from "kafeneio-client";
import { useTranslation } from "../i18n/useTranslation";
import { useShownName } from "./useShownName";
import type { OpenTable } from "../state/openTable";
import type { Strength } from "../state/settings";

const WIRE_NAME = /^bot-(\d{1,2})$/;
/** So many computer players of each strength have a name of their own; more than sit at any table. */
const OF_A_STRENGTH = 8;
const FIRST: Readonly<Record<Strength, number>> = { strong: 0, medium: OF_A_STRENGTH, easy: 2 * OF_A_STRENGTH };
const NAMED = 3 * OF_A_STRENGTH;

/** What the computer player of a strength on a chair is called on the wire, as the lobby calls it. */
export function computerAt(seat: number, strength: Strength): string {
  return `bot-${FIRST[strength] + seat}`;
}

/**
 * What a computer player is called (`bot-3` on the wire): always by the same name, and each strength has its own people.
 * People are called as they are shown everywhere.
 */
export function useComputerName(): (name: string) => string {
  const { t } = useTranslation("play");
  const shown = useShownName();
  return useMemo(() => {
    return (name) => {
      const number = WIRE_NAME.exec(name)?.[1];
      return number === undefined ? shown(name) : t(`computers.${(Number(number) % NAMED) as 0}`);
    };
  }, [t, shown]);
}

/** Which of the named computer players has this name; null: none of them. */
export function useComputerNumber(name: string): number | null {
  const { t } = useTranslation("play");
  const numbers = Array.from({ length: NAMED }, (_, number) => number);
  return numbers.find((number) => t(`computers.${number as 0}`) === name) ?? null;
}

/** The table with its computer players and guests by their names, wherever seats are named. */
export function useNamedComputers(open: OpenTable): OpenTable {
  const called = useComputerName();
  const view = useNamed(open.view, called);
  const resultSeats = useNamed(open.resultSeats, called);
  return useMemo(() => ({ ...open, view, resultSeats }), [open, view, resultSeats]);
}

const NOBODY: readonly SeatView[] = [];

/** Seats that have not changed stay the same objects: a move draws no seat anew. */
function useNamed<Seated extends { seats: readonly SeatView[] }>(
  seated: Seated | null,
  called: (name: string) => string,
): Seated | null {
  const bare = seated?.seats ?? NOBODY;
  const seats = useMemo(() => bare.map((seat) => ({ ...seat, name: called(seat.name) })), [bare, called]);
  return useMemo(() => seated && { ...seated, seats }, [seated, seats]);
}
