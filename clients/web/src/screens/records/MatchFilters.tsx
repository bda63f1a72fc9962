import { useState } from "react";
import { useApp } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { gamesInOrder } from "../../state/games";
import { EVERYTHING, type MatchFilter, OPPONENT_LENGTH_MAX, queryOf, type Result, RESULTS } from "./matchFilter";
import styles from "./MatchFilters.module.css";

interface Props {
  filter: MatchFilter;
  onFilter: (filter: MatchFilter) => void;
}

/** Which matches to list: by game, opponent, result and days. */
export function MatchFilters({ filter, onFilter }: Props) {
  const { t } = useTranslation("records");
  const words = useGameWords();
  const games = gamesInOrder(useApp((state) => state.catalogue) ?? []);
  const choose = (change: Partial<MatchFilter>) => onFilter({ ...filter, ...change });
  return (
    <div className={styles.filters} role="group" aria-label={t("filter.label")}>
      <label>
        {t("filter.game")}
        <select value={filter.game ?? ""} onChange={(event) => choose({ game: event.target.value || null })}>
          <option value="">{t("filter.anyGame")}</option>
          {games.map(({ game }) => (
            <option key={game} value={game}>
              {words.name(game)}
            </option>
          ))}
        </select>
      </label>
      <Opponent key={filter.opponent} chosen={filter.opponent} onChoose={(opponent) => choose({ opponent })} />
      <label>
        {t("filter.result")}
        <select
          value={filter.result ?? ""}
          onChange={(event) => choose({ result: (event.target.value || null) as Result | null })}
        >
          <option value="">{t("filter.anyResult")}</option>
          {RESULTS.map((result) => (
            <option key={result} value={result}>
              {t(`filter.results.${result}`)}
            </option>
          ))}
        </select>
      </label>
      <Day label={t("filter.from")} day={filter.from} max={filter.until} onChoose={(from) => choose({ from })} />
      <Day label={t("filter.until")} day={filter.until} min={filter.from} onChoose={(until) => choose({ until })} />
      {queryOf(filter) !== "" && <Button onClick={() => onFilter(EVERYTHING)}>{t("filter.all")}</Button>}
    </div>
  );
}

/** Asked for with Enter, or when the field is left. */
function Opponent({ chosen, onChoose }: { chosen: string | null; onChoose: (name: string | null) => void }) {
  const { t } = useTranslation("records");
  const [text, setText] = useState(chosen ?? "");
  const said = text.trim() || null;
  const ask = () => said !== chosen && onChoose(said);
  return (
    <label>
      {t("filter.opponent")}
      <input
        type="search"
        value={text}
        maxLength={OPPONENT_LENGTH_MAX}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => setText(event.target.value)}
        onBlur={ask}
        onKeyDown={(event) => event.key === "Enter" && ask()}
      />
    </label>
  );
}

interface DayProps {
  label: string;
  day: string | null;
  min?: string | null;
  max?: string | null;
  onChoose: (day: string | null) => void;
}

function Day({ label, day, min, max, onChoose }: DayProps) {
  return (
    <label>
      {label}
      <input
        type="date"
        value={day ?? ""}
        min={min ?? undefined}
        max={max ?? undefined}
        onChange={(event) => onChoose(event.target.value || null)}
      />
    </label>
  );
}
