import { useEffect, useState } from "react";
import { useClient } from "../../app/context";
import { rest, type Recording, type Study, type Visible } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Switch } from "../../parts/Switch";
import { family, roundOf } from "../../games/registry";
import { AcademyChat } from "./AcademyChat";
import { AskComputer } from "./AskComputer";
import { Compare } from "./Compare";
import { Dice } from "./Dice";
import styles from "./FeltPage.module.css";
import { FeltPage } from "./FeltPage";
import { GameBoard } from "./GameBoard";
import { KeepStudy } from "./KeepStudy";
import { SeatRow } from "./SeatRow";
import { useShownName } from "../../people/useShownName";
import { useComputerName } from "../../people/useComputerNames";
import { seatViews } from "./seats";
import { StudyEvents } from "./StudyEvents";
import { useOrigin } from "./useOrigin";
import { useRequest } from "../../app/useRequest";
import { type AcademyPage, type StudyDesk, useStudy } from "./useStudy";
import { Waiting } from "./Waiting";

/** A hand of a recording played on, every seat by the same person. */
export function AcademyScreen({ token, page }: { token: string; page: AcademyPage }) {
  const asked = useRequest(page.match, () => rest.recording(token, page.match));
  const recording = asked.state === "here" ? asked.value : null;
  const desk = useStudy(token, page);
  const refused = asked.state === "refused" ? asked.code : desk.refused;
  if (!recording || !desk.study) return <Waiting refused={refused} />;
  return <Laid token={token} recording={recording} page={page} desk={desk} study={desk.study} />;
}

interface LaidProps {
  token: string;
  recording: Recording;
  page: AcademyPage;
  desk: StudyDesk;
  study: Study;
}

function Laid({ token, recording, page, desk, study }: LaidProps) {
  const { t } = useTranslation("records");
  const words = useGameWords();
  const { match, hand, position } = page;
  const from = useOrigin();
  const calls = useShownName();
  const computer = useComputerName();
  const seats = seatViews(recording.seats, computer, calls, recording.imported);
  const [chosen, setChosen] = useState<{ seat: number; steps: StudyDesk["steps"] } | null>(null);
  const [open, setOpen] = useState(false);
  const seat = chosen?.steps === desk.steps ? chosen.seat : null; // after each step, whoever is to move
  const sight = study.sights.find((each) => each.seat === seat) ?? study.sights[0] ?? null;
  const owed = study.sights.filter((each) => each.number !== null);
  const hides = sight !== null && hidesSomething(sight, study.view);
  return (
    <FeltPage
      title={t("academy.title", { game: words.name(recording.game) })}
      about={t(`round.${roundOf(recording.game)}.from`, { name: from(recording), hand, position })}
      back={{ at: "replay", match, hand, position }}
      top={<SeatRow seats={seats} due={owed.map((each) => each.seat)} />}
      board={<Board recording={recording} desk={desk} study={study} seats={seats} sight={open ? null : sight} />}
      side={
        <>
          <StudyEvents game={recording.game} seats={seats} study={study} />
          {study.over && <Compare recording={recording} study={study} seats={seats} />}
          {study.sights.length > 1 && sight && (
            <Eyes
              study={study}
              seats={seats}
              seat={sight.seat}
              onChange={(at) => setChosen({ seat: at, steps: desk.steps })}
            />
          )}
          {hides && <Switch label={t("academy.open")} hint={t("academy.openHint")} on={open} onChange={setOpen} />}
          {study.pausing && (
            <Button kind="action" busy={desk.busy} onClick={() => desk.add({ do: "wait" })}>
              {t("academy.wait")}
            </Button>
          )}
          {study.rolled && (
            <Dice key={desk.steps.length} rolled={study.rolled} onSet={(values) => desk.add({ do: "dice", values })} />
          )}
          {family(recording.game)?.analysed && !study.over && (
            <AskComputer token={token} page={page} desk={desk} game={recording.game} seat={sight?.seat ?? null} />
          )}
          <Undo desk={desk} />
          <KeepStudy token={token} page={page} steps={desk.steps} />
          <AcademyChat />
        </>
      }
    />
  );
}

interface BoardProps {
  recording: Recording;
  desk: StudyDesk;
  study: Study;
  seats: ReturnType<typeof seatViews>;
  /** As which seat sees it; null: all hands open, to look and not to touch. */
  sight: Visible | null;
}

function Board({ recording, desk, study, seats, sight }: BoardProps) {
  const client = useClient();
  const { game } = recording;
  const events = study.told.map(({ kind, data }) => ({ version: study.steps, kind, data }));
  const { pending } = desk;
  useEffect(() => {
    if (desk.stepRefused) client.refuse(desk.stepRefused.code, game);
  }, [client, game, desk.stepRefused]);
  return (
    <GameBoard
      game={game}
      view={sight?.view ?? study.view}
      you={sight?.seat ?? null}
      seats={seats}
      yourTurn={sight !== null && sight.number !== null && !desk.busy}
      may={sight !== null}
      pending={pending?.do === "move" ? pending.move : null}
      events={events}
      onMove={(move) => sight && desk.add({ do: "move", seat: sight.seat, move })}
      onRefuse={(code) => client.refuse(code, game)}
    />
  );
}

/** For whom one plays, where several may act. */
function Eyes(props: {
  study: Study;
  seats: ReturnType<typeof seatViews>;
  seat: number;
  onChange: (seat: number) => void;
}) {
  const { t } = useTranslation("records");
  const options = props.study.sights.map(({ seat }) => ({
    value: String(seat),
    label: props.seats[seat]?.name ?? "",
  }));
  return (
    <Choice
      legend={t("academy.playFor")}
      options={options}
      value={String(props.seat)}
      onChange={(seat) => props.onChange(Number(seat))}
    />
  );
}

function Undo({ desk }: { desk: StudyDesk }) {
  const { t } = useTranslation("records");
  const none = desk.steps.length === 0;
  return (
    <div className={styles.pair}>
      <Button disabled={none} busy={desk.busy} onClick={() => desk.back(1)}>
        {t("academy.undo")}
      </Button>
      <Button disabled={none} busy={desk.busy} onClick={() => desk.back(desk.steps.length)}>
        {t("academy.restart")}
      </Button>
    </div>
  );
}

/** Whether a seat sees less than all hands open, whichever seat it is. */
function hidesSomething(sight: Visible, open: unknown): boolean {
  const bare = (view: unknown) => JSON.stringify({ ...(view as object), seat: null });
  return bare(sight.view) !== bare(open);
}
