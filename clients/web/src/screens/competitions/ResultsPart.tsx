import { useState } from "react";
import { newId, rest, type GameLine, type PlanCard } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";
import { Switch } from "../../parts/Switch";
import { useShownName } from "../../people/useShownName";
import { useWhen } from "../records/useWhen";
import styles from "./Competitions.module.css";
import { operatorRest } from "./operatorRest";
import { type Correction, correctionOf } from "./correction";
import { ReasonDialog } from "./ReasonDialog";
import { useRefreshed } from "./useRefreshed";
import { useEarlierGames } from "./useEarlierGames";

interface Props {
  token: string;
  card: PlanCard;
  stamp: string;
  onChange: () => void;
}

/** Games that have ended, newest first; the result of each can be corrected. */
export function ResultsPart({ token, card, stamp, onChange }: Props) {
  const { t } = useTranslation("competitions");
  const [newest, , again] = useRefreshed(() => rest.competitionGames(token, card.id, {}), stamp);
  const [games, more] = useEarlierGames(newest, (follows) => rest.competitionGames(token, card.id, follows));
  const [chosen, setChosen] = useState<GameLine | null>(null);
  const ended = games.filter((game) => game.sides.length > 0);
  if (ended.length === 0) return null;
  const correct = async (table: string, correction: Correction, reason: string) => {
    await operatorRest.correctGame(token, card.id, table, { ...correction, id: newId(), reason });
    await again();
    onChange();
  };
  return (
    <section className={styles.part} aria-label={t("operator.games")}>
      <h2>{t("operator.games")}</h2>
      <ul className={styles.lines}>
        {ended.map((game) => (
          <Line key={game.table} game={game} onCorrect={() => setChosen(game)} />
        ))}
      </ul>
      {more && (
        <div className={styles.row}>
          <Button onClick={() => void more()}>{t("games.more")}</Button>
        </div>
      )}
      {chosen !== null && (
        <CorrectionDialog
          game={chosen}
          settled={card.state === "settled"}
          onDone={(correction, reason) => correct(chosen.table, correction, reason)}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}

function useSideNames(game: GameLine): string[] {
  const { list } = useFormats();
  const calls = useShownName();
  return game.sides.map((seats) => list(seats.map((seat) => calls(game.players[seat]?.name ?? ""))));
}

function Line({ game, onCorrect }: { game: GameLine; onCorrect: () => void }) {
  const { t } = useTranslation("competitions");
  const { number, list } = useFormats();
  const when = useWhen();
  const sides = useSideNames(game);
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <strong>{list(sides)}</strong>
        <span className={styles.quiet}>
          {game.score !== null && `${game.score.map((points) => number(points)).join(" : ")} · `}
          {game.ended_at_ms !== null && when(game.ended_at_ms)}
          {game.state !== "counted" && ` · ${t("games.returned")}`}
        </span>
      </span>
      <Button onClick={onCorrect} aria-label={t("operator.correctWhom", { names: list(sides) })}>
        {t("operator.correct")}
      </Button>
    </li>
  );
}

interface DialogProps {
  game: GameLine;
  settled: boolean;
  onDone: (correction: Correction, reason: string) => Promise<void>;
  onClose: () => void;
}

function CorrectionDialog({ game, settled, onDone, onClose }: DialogProps) {
  const { t } = useTranslation("competitions");
  const calls = useShownName();
  const sides = useSideNames(game);
  const [result, setResult] = useState("0");
  const [points, setPoints] = useState(() => sides.map(() => ""));
  const [left, setLeft] = useState<readonly number[]>([]);
  const results = [
    ...sides.map((names, side) => ({ value: String(side), label: t("operator.won", { names }) })),
    { value: "tie", label: t("operator.tie") },
    { value: "void", label: t("operator.void") },
  ];
  const leave = (seat: number, on: boolean) =>
    setLeft((before) => [...before.filter((one) => one !== seat), ...(on ? [seat] : [])]);
  return (
    <ReasonDialog
      title={t("operator.correctTitle")}
      action={t("operator.correct")}
      settled={settled}
      onDone={(reason) => onDone(correctionOf(result, points, left), reason)}
      onClose={onClose}
    >
      <Choice legend={t("operator.result")} options={results} value={result} onChange={setResult} />
      {result !== "void" && (
        <div className={styles.pair}>
          {sides.map((names, side) => (
            <Field
              key={names}
              label={t("operator.pointsOf", { names })}
              hint={t("operator.pointsHint")}
              inputMode="numeric"
              value={points[side]}
              onChange={(event) => setPoints((before) => before.with(side, event.target.value))}
            />
          ))}
        </div>
      )}
      <fieldset className={styles.leavers}>
        <legend>{t("operator.leavers")}</legend>
        {game.players.map((player) => (
          <Switch
            key={player.seat}
            label={t("operator.left", { name: calls(player.name) })}
            on={left.includes(player.seat)}
            onChange={(on) => leave(player.seat, on)}
          />
        ))}
      </fieldset>
    </ReasonDialog>
  );
}
