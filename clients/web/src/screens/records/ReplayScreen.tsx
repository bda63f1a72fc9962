import { useLayoutEffect, useState } from "react";
import { addressOf, type PageOf, stayAt } from "../../app/pages";
import { rest, type Position, type Recording } from "kafeneio-client";
import { useApp } from "../../app/context";
import { family, roundOf } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { ButtonLink } from "../../parts/ButtonLink";
import { SharePart } from "../shares/SharePart";
import { FeltPage } from "./FeltPage";
import { GameBoard } from "./GameBoard";
import styles from "./HandChoice.module.css";
import { PlayList } from "./PlayList";
import { PositionBar } from "./PositionBar";
import { SaveFile } from "./SaveFile";
import { SeatRow } from "./SeatRow";
import { useShownName } from "../../people/useShownName";
import { useComputerName } from "../../people/useComputerNames";
import { seatViews } from "./seats";
import { useOrigin } from "./useOrigin";
import { useRequest } from "../../app/useRequest";
import { useHand } from "./useHand";
import { useOutcome } from "./useOutcome";
import { Waiting } from "./Waiting";
import { useWhen } from "./useWhen";
import { verifyWord } from "./verifyWord";

type ReplayPage = PageOf<"replay">;

/** A recorded match, play by play, all hands open. */
export function ReplayScreen({ token, page }: { token: string; page: ReplayPage }) {
  const asked = useRequest(page.match, () => rest.recording(token, page.match));
  if (asked.state !== "here") return <Waiting refused={asked.state === "refused" ? asked.code : null} />;
  return <Recorded token={token} recording={asked.value} page={page} />;
}

function Recorded({ token, recording, page }: { token: string; recording: Recording; page: ReplayPage }) {
  const { t } = useTranslation("records");
  const words = useGameWords();
  const when = useWhen();
  const outcome = useOutcome();
  const from = useOrigin();
  const first = recording.hands[0]?.number ?? null;
  const [hand, setHand] = useState(page.hand ?? first);
  const [wished, setPosition] = useState(page.position ?? 0);
  const { positions, refused } = useHand(token, recording.match, hand);
  const events = recording.hands.find((each) => each.number === hand)?.events ?? 0;
  const position = Math.min(wished, events);
  const calls = useShownName();
  const computer = useComputerName();
  const seats = seatViews(recording.seats, computer, calls, recording.imported);
  const shown = positions[position] ?? positions.at(-1);
  const own = useApp((state) => state.room?.me.account);
  const isOwn =
    own !== undefined && [...recording.seats.map((each) => each.account), ...recording.guests].includes(own);

  useLayoutEffect(() => {
    stayAt({ at: "replay", match: recording.match, hand, position });
  }, [recording.match, hand, position]);

  if (refused !== null) return <Waiting refused={refused} />;
  return (
    <FeltPage
      title={t("replay.title", { game: words.name(recording.game) })}
      about={`${from(recording)} · ${when(recording.ended_at_ms)} · ${outcome(recording)}`}
      back={{ at: recording.imported ? "imports" : "matches" }}
      top={<SeatRow seats={seats} due={shown?.due ?? []} where={{ match: recording.match, hand, event: position }} />}
      board={shown && <Board recording={recording} shown={shown} seats={seats} />}
      side={
        <>
          {recording.hands.length > 1 && hand !== null && (
            <HandChoice
              recording={recording}
              hand={hand}
              onChange={(chosen) => {
                setHand(chosen);
                setPosition(0);
              }}
            />
          )}
          <PositionBar events={events} position={position} onGo={setPosition} />
          <PlayList game={recording.game} seats={seats} positions={positions} current={position} onGo={setPosition} />
          <Ways token={token} recording={recording} hand={hand ?? 1} position={position} />
          {isOwn && <SharePart token={token} match={recording.match} />}
        </>
      }
    />
  );
}

interface BoardProps {
  recording: Recording;
  shown: Position;
  seats: ReturnType<typeof seatViews>;
}

function Board({ recording, shown, seats }: BoardProps) {
  const { position, kind, data, view } = shown;
  const events = kind === null ? [] : [{ version: position, kind, data }];
  return <GameBoard game={recording.game} view={view} you={null} seats={seats} events={events} />;
}

function HandChoice(props: { recording: Recording; hand: number; onChange: (hand: number) => void }) {
  const { t } = useTranslation("records");
  const { recording, hand, onChange } = props;
  return (
    <label className={styles.choice}>
      {t(`round.${roundOf(recording.game)}.name`)}
      <select value={hand} onChange={(event) => onChange(Number(event.target.value))}>
        {recording.hands.map(({ number }) => (
          <option key={number} value={number}>
            {t("replay.handOf", { number, count: recording.hands.length })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Where one can go from here. */
function Ways(props: { token: string; recording: Recording; hand: number; position: number }) {
  const { token, recording, hand, position } = props;
  const { t } = useTranslation("records");
  const { t: analysis } = useTranslation("analysis");
  const { match, game, imported } = recording;
  return (
    <>
      <ButtonLink kind="action" href={addressOf({ at: "academy", match, hand, position, branch: null })}>
        {t("replay.playOn")}
      </ButtonLink>
      {family(game)?.analysed && !imported && (
        <ButtonLink href={addressOf({ at: "analysis", match })}>{analysis("link")}</ButtonLink>
      )}
      {!imported && <ButtonLink href={addressOf({ at: "verify", match })}>{t(verifyWord(game))}</ButtonLink>}
      <SaveFile token={token} recording={recording} />
    </>
  );
}
