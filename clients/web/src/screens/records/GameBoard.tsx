import { Suspense } from "react";
import type { EventView, SeatView } from "kafeneio-client";
import { family } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import surface from "../table/Surface.module.css";

interface Props {
  game: string;
  view: unknown;
  /** As which seat sees it; null: nobody plays here. */
  you: number | null;
  seats: readonly SeatView[];
  yourTurn?: boolean;
  may?: boolean;
  /** It is only looked at: nothing is waited for. */
  still?: boolean;
  pending?: Record<string, unknown> | null;
  events: readonly EventView[];
  onMove?: (move: Record<string, unknown>) => void;
  onRefuse?: (code: string) => void;
}

const nothing = () => undefined;

/** The game's own component, away from a running table. */
export function GameBoard(props: Props) {
  const { t } = useTranslation();
  const Board = family(props.game)?.Board;
  return (
    <section className={surface.surface} data-still={props.still} aria-label={t("table.surface")}>
      {Board ? (
        <Suspense fallback={null}>
          <Board
            view={props.view as never}
            you={props.you}
            seats={props.seats}
            yourTurn={props.yourTurn ?? false}
            may={props.may ?? false}
            pending={(props.pending ?? null) as never}
            events={props.events}
            move={(move: object) => (props.onMove ?? nothing)(move as Record<string, unknown>)}
            refuse={props.onRefuse ?? nothing}
          />
        </Suspense>
      ) : (
        <p className={surface.said}>{t("missingGame")}</p>
      )}
    </section>
  );
}
