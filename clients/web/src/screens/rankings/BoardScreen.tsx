import { useState } from "react";
import { goTo, type PageOf } from "../../app/pages";
import { rankings, type Board, type BoardPeriod } from "kafeneio-client";
import { familyOf } from "../../games/registry";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useServerNow } from "../../parts/useServerNow";
import { PaperPage } from "../records/PaperPage";
import { useRequest } from "../../app/useRequest";
import { useWhen } from "../records/useWhen";
import { boardGroups } from "./boardGroups";
import { Empty } from "../Empty";
import { BoardTable } from "./BoardTable";
import { isOfBots, useBoardName } from "./boardNames";
import { Facts } from "./Facts";
import { PastPeriods } from "./PastPeriods";
import styles from "./Rankings.module.css";

const FIRST = "weekly:all";
const PAGE = 50;
interface Props {
  token: string;
  page: PageOf<"boards">;
}

/** A leaderboard: its places, the time left, its prizes, and the periods before. */
export function BoardScreen({ token, page }: Props) {
  const { t } = useTranslation("rankings");
  const says = useSays();
  const board = page.board ?? FIRST;
  const running = useRequest("boards", () => rankings.boards(token));
  const [from, setFrom] = useState<{ at: string; place: number; around: boolean } | null>(null);
  const at = `${board} ${page.period ?? ""}`;
  const asked = from?.at === at ? from : { place: 1, around: false };
  const found = useRequest(`${at} ${asked.place} ${String(asked.around)}`, () =>
    rankings.board(token, board, { period: page.period, limit: PAGE, ...asked }),
  );
  const show = (place: number, around = false) => setFrom({ at, place, around });
  return (
    <PaperPage title={t("boards.title")} lead={t(isOfBots(board) ? "boards.botsLead" : "boards.lead")}>
      {running.state === "here" && (
        <BoardPicker
          boards={running.value.boards}
          chosen={board}
          shown={found.state === "here" ? found.value.period : null}
        />
      )}
      {found.state === "waiting" && <p role="status">{t("waiting")}</p>}
      {found.state === "refused" && <p role="alert">{says({ code: found.code, detail: found.detail })}</p>}
      {found.state === "here" && <Places found={found.value} onShow={show} />}
      <PastPeriods key={board} token={token} board={board} />
    </PaperPage>
  );
}

interface PickerProps {
  boards: readonly BoardPeriod[];
  chosen: string;
  /** The period of the chosen one, which perhaps runs no more. */
  shown: BoardPeriod | null;
}

/** Which board: every running one, by its name, those of a family of games together. */
function BoardPicker({ boards, chosen, shown }: PickerProps) {
  const { t } = useTranslation("rankings");
  const name = useBoardName();
  const words = useGameWords();
  const { list, compare } = useFormats();
  const bots = t("boards.botsGroup");
  const groups = boardGroups(boards, { familyOf, gameName: words.name, boardName: name, bots, list, compare });
  return (
    <label className={styles.picker}>
      <span>{t("boards.choose")}</span>
      <select value={chosen} onChange={(event) => goTo({ at: "boards", board: event.target.value, period: null })}>
        {!boards.some((each) => each.board === chosen) && (
          <option value={chosen}>{shown?.board === chosen ? name(shown) : "…"}</option>
        )}
        {groups.map((group) => {
          const options = group.boards.map((each) => (
            <option key={each.board} value={each.board}>
              {name(each)}
            </option>
          ));
          if (group.label === null) return options;
          return (
            <optgroup key={group.label} label={group.label}>
              {options}
            </optgroup>
          );
        })}
      </select>
    </label>
  );
}

function Places({ found, onShow }: { found: Board; onShow: (place: number, around?: boolean) => void }) {
  const { t } = useTranslation("rankings");
  const { period, rows, own } = found;
  const first = rows[0]?.place ?? 1;
  const last = rows.at(-1)?.place ?? 0;
  return (
    <>
      <PeriodFacts period={period} />
      {rows.length === 0 && <Empty>{t("boards.empty")}</Empty>}
      {rows.length > 0 && <BoardTable rows={rows} own={own} closed={period.state !== "open"} />}
      <div className={styles.row}>
        {first > 1 && <Button onClick={() => onShow(1)}>{t("boards.top")}</Button>}
        {first > 1 && <Button onClick={() => onShow(Math.max(1, first - PAGE))}>{t("boards.previous")}</Button>}
        {last < period.players && <Button onClick={() => onShow(last + 1)}>{t("boards.next")}</Button>}
        {own && (
          <Button kind="action" onClick={() => onShow(1, true)}>
            {t("boards.around")}
          </Button>
        )}
      </div>
    </>
  );
}

function PeriodFacts({ period }: { period: BoardPeriod }) {
  const { t } = useTranslation("rankings");
  const { number, period: periodWords } = useFormats();
  const when = useWhen();
  const name = useBoardName();
  const left = useTimeLeft(period.ends_at_ms);
  const prizes = period.prizes_chips.filter((chips) => chips > 0);
  const facts = [
    [t("boards.period"), periodWords(period.period)],
    [
      period.state === "open" ? t("boards.left") : t("boards.state"),
      period.state === "open" ? left : t(`boards.states.${period.state}`),
    ],
    [t("boards.ends"), when(period.ends_at_ms)],
    [t("boards.players"), number(period.players)],
    ...(period.bots ? [] : [[t("boards.minGames"), number(period.min_games)] as const]),
  ] as const;
  return (
    <section className={styles.part} aria-label={name(period)}>
      <h2>{name(period)}</h2>
      <Facts facts={facts} />
      {prizes.length > 0 && (
        <details>
          <summary>{t("boards.prizes", { most: number(prizes[0] ?? 0) })}</summary>
          <ol className={styles.prizes}>
            {grouped(prizes).map(([from, to, chips]) => (
              <li key={from}>
                {from === to ? t("boards.prizeOne", { from }) : t("boards.prizeMany", { from, to })}
                <strong className="num">{number(chips)}</strong>
              </li>
            ))}
          </ol>
          <p className={styles.hint}>{t("boards.eligible", { count: period.min_games })}</p>
        </details>
      )}
    </section>
  );
}

/** Neighbouring places with the same prize: [from, to, chips]. */
function grouped(prizes: readonly number[]): [number, number, number][] {
  const found: [number, number, number][] = [];
  for (const [index, chips] of prizes.entries()) {
    const last = found.at(-1);
    if (last && last[2] === chips) last[1] = index + 1;
    else found.push([index + 1, index + 1, chips]);
  }
  return found;
}

/** The time until a moment, in days and hours, or hours and minutes. */
function useTimeLeft(atMs: number): string {
  const { t } = useTranslation("rankings");
  const now = useServerNow(true, 15_000);
  const minutes = Math.max(0, Math.floor((atMs - now) / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  return days > 0 ? t("boards.daysLeft", { days, hours }) : t("boards.hoursLeft", { hours, minutes: minutes % 60 });
}
