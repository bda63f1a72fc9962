import { type FormEvent, useState } from "react";
import type { FoundPlayer, RecordingLine } from "kafeneio-client";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { Button } from "../../../parts/Button";
import { Field } from "../../../parts/Field";
import { useLastAlone } from "../../../app/questions";
import { refusal } from "../../../app/useRequest";
import { useOutcome } from "../../records/useOutcome";
import { PersonPicker } from "../PersonPicker";
import styles from "../Staff.module.css";
import { type MatchesWanted, staffRest } from "../staffRest";
import { useToken } from "../useStaff";
import { linked } from "./possibleResults";
import { useMatchWords } from "./useMatchWords";

interface Props {
  chosen: string | null;
  onChoose: (line: RecordingLine) => void;
}

/** The matches that were found last; one that is alone is chosen at once. */
function useFound(onChoose: Props["onChoose"]) {
  const token = useToken();
  const [found, setFound] = useState<readonly RecordingLine[] | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const asking = useLastAlone();
  const find = (wanted: MatchesWanted) => {
    const counts = asking();
    staffRest.findMatches(token, wanted).then(
      ({ recordings }) => {
        if (!counts()) return;
        setFound(recordings);
        setRefused(null);
        const [only, ...others] = recordings;
        if (only !== undefined && others.length === 0) onChoose(only);
      },
      (error: unknown) => counts() && setRefused(refusal(error).code),
    );
  };
  return { found, refused, find };
}

/** Ended matches by player, by the link of a match or table, by time. */
export function MatchFinder({ chosen, onChoose }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const [link, setLink] = useState("");
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const { found, refused, find } = useFound(onChoose);
  const times = timesOf(from, until);
  const search = (event: FormEvent) => {
    event.preventDefault();
    find({ ...times, ...linked(link) });
  };
  return (
    <>
      <PersonPicker
        label={t("correction.player")}
        onPick={({ account }: FoundPlayer) => find({ ...times, of: account })}
      />
      <form className={styles.row} onSubmit={search}>
        <Field label={t("correction.link")} value={link} onChange={(event) => setLink(event.target.value)} />
        <Field
          label={t("correction.from")}
          type="datetime-local"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          label={t("correction.until")}
          type="datetime-local"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
        <Button type="submit">{t("correction.find")}</Button>
      </form>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {found?.length === 0 && <p role="status">{t("correction.none")}</p>}
      <ul className={styles.list}>
        {(found ?? []).map((line) => (
          <li key={line.match}>
            <MatchButton line={line} pressed={line.match === chosen} onPress={() => onChoose(line)} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The moments between which a match began, as far as they are written. */
function timesOf(from: string, until: string): Pick<MatchesWanted, "from_ms" | "until_ms"> {
  return {
    ...(from && { from_ms: new Date(from).getTime() }),
    ...(until && { until_ms: new Date(until).getTime() }),
  };
}

function MatchButton({ line, pressed, onPress }: { line: RecordingLine; pressed: boolean; onPress: () => void }) {
  const outcome = useOutcome();
  const say = useMatchWords();
  return (
    <button type="button" className={styles.line} aria-pressed={pressed} onClick={onPress}>
      <strong>{say(line)}</strong> {outcome(line)}
    </button>
  );
}
