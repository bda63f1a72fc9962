import { type BoardDefinition, type Definitions, rankings } from "kafeneio-client";
import { useRequest } from "../../../app/useRequest";
import { useResource } from "../../../app/useResource";
import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { useBoardName } from "../../rankings/boardNames";
import styles from "../Staff.module.css";
import { staffRest } from "../staffRest";
import { useToken } from "../useStaff";

interface Props {
  chosen: string;
  onChoose: (board: BoardDefinition | null) => void;
  /** Whether none may be chosen, for a new one. */
  fresh?: boolean;
}

/** One of the leaderboards, by its name. */
export function BoardSelect({ chosen, onChoose, fresh = false }: Props) {
  const { t } = useTranslation("staff");
  const token = useToken();
  const name = useBoardName();
  const { compare } = useFormats();
  const { value } = useResource<Definitions>(() => staffRest.boards(token));
  const boards = (value?.definitions ?? []).toSorted((one, other) => compare(name(one), name(other)));
  const known = boards.some((each) => each.board === chosen);
  return (
    <p className={styles.row}>
      <label>
        {t("operations.whichBoard")}{" "}
        <select
          value={known ? chosen : ""}
          onChange={(event) => onChoose(boards.find((each) => each.board === event.target.value) ?? null)}
        >
          <option value="">{fresh ? t("operations.newBoard") : "–"}</option>
          {boards.map((each) => (
            <option key={each.board} value={each.board}>
              {name(each)}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}

interface PeriodProps {
  board: string;
  chosen: string;
  onChoose: (period: string) => void;
}

/** The period of a board that runs, and those before, by their days. */
export function PeriodSelect({ board, chosen, onChoose }: PeriodProps) {
  const { t } = useTranslation("staff");
  const token = useToken();
  const { period: days } = useFormats();
  const running = useRequest(`running ${board}`, board ? () => rankings.boards(token) : null);
  const past = useRequest(`past ${board}`, board ? () => rankings.pastPeriods(token, board) : null);
  const now = running.state === "here" ? running.value.boards.filter((each) => each.board === board) : [];
  const before = past.state === "here" ? past.value.periods : [];
  const periods = [...new Set([...now, ...before].map((each) => each.period))];
  return (
    <p className={styles.row}>
      <label>
        {t("operations.fields.period")}{" "}
        <select value={chosen} onChange={(event) => onChoose(event.target.value)}>
          <option value="">–</option>
          {periods.map((each) => (
            <option key={each} value={each}>
              {days(each)}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}
