import type { RecordingLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useFormats } from "../../i18n/useFormats";
import { useComputerName } from "../../people/useComputerNames";
import { isPartner } from "../../people/usePlaceName";
import { useApp } from "../../app/context";
import { useEndingWords } from "../table/useEnding";

type Departed = RecordingLine["departed"][number];

interface Ended {
  game: string;
  outcome: string;
  seats: readonly { name: string; account: string | null }[];
  reason?: string;
  winners?: readonly number[];
  departed?: readonly Departed[];
  corrected?: { outcome: string; winners: readonly number[] } | null;
  result?: Record<string, unknown>;
}

/** How a match ended, and why where it was left; from the chair of whoever looks, if they sat there. */
export function useOutcome(): (ended: Ended) => string {
  const { t } = useTranslation();
  const games = useApp((state) => state.catalogue);
  const called = useComputerName();
  const words = useEndingWords();
  const { list } = useFormats();
  const own = useApp((state) => state.room?.me.account ?? null);
  return (ended) => {
    const { seats, corrected = null, result = {} } = ended;
    const outcome = corrected?.outcome ?? ended.outcome;
    const won = corrected?.winners ?? ended.winners ?? (result["winners"] as number[] | undefined) ?? [];
    const departed = ended.departed ?? (result["departed"] as Departed[] | undefined) ?? [];
    const reason = corrected ? "" : (ended.reason ?? String(result["reason"] ?? ""));
    const at = seats.findIndex((each) => each.account !== null && each.account === own);
    const you = at < 0 ? null : at;
    const info = games?.find((each) => each.game === ended.game) ?? null;
    const why = words({
      result: corrected ? null : { outcome, reason },
      departures: departed.map((each) => ({ ...each, name: seats[each.seat]?.name ?? "" })),
      you,
      isPartner: (seat) => you !== null && isPartner(info, seat, you, seats.length),
      computer: (seat) => `bot-${seat}`,
      corrected: corrected !== null,
    });
    return [headline(), ...why].join(" ");

    function headline(): string {
      if (outcome === "tied" || outcome === "void" || outcome === "not_completed") return t(`result.${outcome}`);
      if (you !== null) return t(won.includes(you) ? "result.won" : "result.lost");
      return t("result.wonBy", { names: list(won.map((each) => called(seats[each]?.name ?? ""))) });
    }
  };
}
