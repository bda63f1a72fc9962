import { useMemo } from "react";
import type { SeatView } from "kafeneio-client";
import { useTranslation } from "../i18n/useTranslation";
import type { OpenTable } from "../state/openTable";

const WIRE_NAME = /^bot-(\d{1,2})$/;
/** How many computer players have a name of their own; more than sit at any table. */
const NAMED = 8;

/** What a computer player is called (`bot-3` on the wire): always by the same name; people's names stay. */
export function useComputerName(): (name: string) => string {
  const { t } = useTranslation("play");
  return useMemo(() => {
    return (name) => {
      const number = WIRE_NAME.exec(name)?.[1];
      return number === undefined ? name : t(`computers.${(Number(number) % NAMED) as 0}`);
    };
  }, [t]);
}

/** Which of the named computer players has this name; null: none of them. */
export function useComputerNumber(name: string): number | null {
  const { t } = useTranslation("play");
  const numbers = Array.from({ length: NAMED }, (_, number) => number);
  return numbers.find((number) => t(`computers.${number as 0}`) === name) ?? null;
}

/** The table with its computer players by their names, wherever seats are named. */
export function useNamedComputers(open: OpenTable): OpenTable {
  const called = useComputerName();
  return useMemo(() => {
    const named = <S extends SeatView>(seats: readonly S[]) =>
      seats.map((seat) => (seat.bot ? { ...seat, name: called(seat.name) } : seat));
    const { view, resultSeats } = open;
    return {
      ...open,
      view: view && { ...view, seats: named(view.seats) },
      resultSeats: resultSeats && { ...resultSeats, seats: named(resultSeats.seats) },
    };
  }, [open, called]);
}
