import { useEffect, useState } from "react";
import { type CorrectionEffect, newId, type RecordingLine, rest } from "kafeneio-client";
import { useApp } from "../../../app/context";
import { addressOf } from "../../../app/pages";
import { refusal } from "../../../app/useRequest";
import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { Button } from "../../../parts/Button";
import { ButtonLink } from "../../../parts/ButtonLink";
import { Choice } from "../../../parts/Choice";
import { Field } from "../../../parts/Field";
import { useComputerName } from "../../../people/useComputerNames";
import { isPartner } from "../../../people/usePlaceName";
import { useWhen } from "../../records/useWhen";
import { useOutcome } from "../../records/useOutcome";
import styles from "../Staff.module.css";
import { staffRest } from "../staffRest";
import { useActing, useToken } from "../useStaff";
import { EffectList } from "./EffectList";
import { countingNow, type Possible, possibleResults, sidesOf } from "./possibleResults";
import { useMatchWords } from "./useMatchWords";

interface Props {
  line: RecordingLine;
  onPlaced: () => void;
}

/** One match: what counts now, what can count, what would change, and the order. */
export function CorrectionForm({ line, onPlaced }: Props) {
  const { t } = useTranslation("staff");
  const say = useMatchWords();
  const when = useWhen();
  const outcome = useOutcome();
  const { corrected } = line;
  return (
    <section className={styles.item} aria-label={say(line)}>
      <h3>{say(line)}</h3>
      <p>
        {t("correction.counts")}: <strong>{outcome(line)}</strong>{" "}
        {corrected ? t("correction.corrected", { when: when(corrected.at_ms) }) : t("correction.asPlayed")}
      </p>
      <ButtonLink href={addressOf({ at: "replay", match: line.match, hand: null, position: null })}>
        {t("correction.see")}
      </ButtonLink>
      <Ordering line={line} onPlaced={onPlaced} />
    </section>
  );
}

/** What is chosen, tried out as it changes, and ordered with a reason. */
function Ordering({ line, onPlaced }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const sayResult = useResultWords(line);
  const games = useApp((state) => state.catalogue);
  const info = games?.find((each) => each.game === line.game) ?? null;
  const sides = sidesOf(line.seats.length, (seat, other) => isPartner(info, seat, other, line.seats.length));
  const results = possibleResults(sides);
  const now = countingNow(line);
  const offered = results.filter((each) => each.id !== now);
  const [id, setId] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const [placed, setPlaced] = useState<string | null>(null);
  const chosen = offered.find((each) => each.id === id) ?? null;
  const { effect, refused: empty } = useEffectOf(line.match, chosen);
  const { busy, refused, act } = useActing(() => {
    setPlaced(chosen && sayResult(chosen));
    setId(null);
    setReason("");
    onPlaced();
  });
  const order = () =>
    chosen && act(staffRest.order(token, { id: newId(), reason, operation: operationOf(line, chosen) }));
  const ready = effect !== null && reason.trim().length >= 10;
  return (
    <div className={styles.form}>
      <Choice
        legend={t("correction.result")}
        options={offered.map((each) => ({ value: each.id, label: sayResult(each) }))}
        value={id ?? ""}
        onChange={setId}
      />
      {empty !== null && <p role="alert">{says({ code: empty })}</p>}
      {effect && <EffectList effect={effect} line={line} />}
      {chosen && (
        <>
          <Field
            label={t("decide.reason")}
            hint={t("correction.told")}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
          {refused !== null && <p role="alert">{says({ code: refused })}</p>}
          <Button kind="action" busy={busy} disabled={!ready} onClick={order}>
            {t("correction.order")}
          </Button>
        </>
      )}
      <p role="status">{placed !== null && t("correction.placed", { result: placed })}</p>
      <TakingBack line={line} onPlaced={onPlaced} />
    </div>
  );
}

/** The correction of a match to a result, by whoever has seen what counts now. */
function operationOf(line: RecordingLine, chosen: Possible) {
  return {
    kind: "correct_match" as const,
    match: line.match,
    result: chosen.result as [number],
    departed: [] as [],
    first_round_done: null,
    own_mistake: false,
    seen_revision: line.corrected?.revision ?? 0,
    accounts: [] as [],
  };
}

/** One press takes a correction back: the match counts as it was played. */
function TakingBack({ line, onPlaced }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const when = useWhen();
  const token = useToken();
  const { busy, refused, act } = useActing(onPlaced);
  const { corrected } = line;
  if (!corrected) return null;
  const back = async () => {
    const played = await rest.recording(token, line.match);
    const result = played.result as { winners?: number[]; departed?: { seat: number; first_round_done: boolean }[] };
    const departed = result.departed ?? [];
    const won = result.winners ?? [];
    await staffRest.order(token, {
      id: newId(),
      reason: t("correction.backReason", { when: when(corrected.at_ms) }),
      operation: {
        kind: "correct_match",
        match: line.match,
        result: played.outcome === "tied" ? "tie" : won.length > 0 ? (won as [number]) : "void",
        departed: departed.map((each) => each.seat) as [],
        first_round_done: departed[0]?.first_round_done ?? null,
        own_mistake: false,
        seen_revision: corrected.revision,
        accounts: [],
      },
    });
  };
  return (
    <>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      <Button busy={busy} onClick={() => act(back())}>
        {t("correction.back")}
      </Button>
    </>
  );
}

/** A result in words: names, never places at the table. */
function useResultWords(line: RecordingLine): (result: Possible) => string {
  const { t } = useTranslation("staff");
  const called = useComputerName();
  const { list } = useFormats();
  return ({ id, winners }) =>
    winners.length > 0
      ? t("correction.wins", { names: list(winners.map((seat) => called(line.seats[seat]?.name ?? ""))) })
      : t(`correction.${id as "tie" | "void"}`);
}

/** What a chosen result would change, asked of the server. */
function useEffectOf(match: string, chosen: Possible | null) {
  const token = useToken();
  const [held, setHeld] = useState<{ id: string; effect: CorrectionEffect | null; refused: string | null } | null>(
    null,
  );
  const id = chosen?.id ?? null;
  useEffect(() => {
    if (chosen === null) return;
    let current = true;
    staffRest.tryCorrection(token, { match, result: chosen.result as [number] }).then(
      (effect) => current && setHeld({ id: chosen.id, effect, refused: null }),
      (error: unknown) => current && setHeld({ id: chosen.id, effect: null, refused: refusal(error).code }),
    );
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `id` says what is chosen
  }, [token, match, id]);
  return held !== null && held.id === id ? held : { effect: null, refused: null };
}
