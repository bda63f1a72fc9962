import { type FormEvent, useState } from "react";
import type { CompanyLine, Evening } from "kafeneio-client";
import { useApp } from "../../app/context";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";
import { gamesInOrder } from "../../state/games";
import styles from "./Companies.module.css";
import { companyRest, hostRest } from "./companyRest";
import { Part, Refused, useEvening } from "./Parts";
import { useActs } from "./useActs";
import { readTime, weekdayName, writeTime } from "./when";

const USUAL_WEEKDAY = 3;
const USUAL_MINUTE = 20 * 60;
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** The standing evening: when it is, who comes, and for hosts the way to set it. */
export function EveningPart({ token, line }: { token: string; line: CompanyLine }) {
  const { t } = useTranslation("companies");
  const { moment } = useFormats();
  const { act, busy, refused } = useActs();
  const [setting, setSetting] = useState(false);
  const every = useEvening(line);
  const isHost = line.role !== "member";
  return (
    <Part
      title={t("evening.title")}
      end={
        isHost && (
          <Button aria-expanded={setting} onClick={() => setSetting(!setting)}>
            {t(line.evening ? "evening.change" : "evening.set")}
          </Button>
        )
      }
    >
      {every === null || line.evening_at_ms === null ? (
        <p className={styles.quiet}>{t("evening.none")}</p>
      ) : (
        <div className={styles.row}>
          <div className={styles.words}>
            <p>{every}</p>
            <p className={styles.quiet}>{t("evening.next", { when: moment(line.evening_at_ms) })}</p>
            <p className={styles.quiet} role="status">
              {t("coming", { count: line.coming })}
              {line.comes && ` · ${t("bar.comes")}`}
            </p>
          </div>
          <Button
            kind={line.comes ? "quiet" : "action"}
            busy={busy}
            onClick={() => void act(() => companyRest.come(token, line.company, !line.comes))}
          >
            {t(line.comes ? "bar.notAfterAll" : "bar.come")}
          </Button>
        </div>
      )}
      <Refused refused={refused} />
      {setting && <EveningForm token={token} line={line} onDone={() => setSetting(false)} />}
    </Part>
  );
}

function EveningForm({ token, line, onDone }: { token: string; line: CompanyLine; onDone: () => void }) {
  const { t, language } = useTranslation("companies");
  const words = useGameWords();
  const { act, busy, refused } = useActs();
  const games = gamesInOrder(useApp((state) => state.catalogue) ?? []).filter((info) => !info.house_banked);
  const [weekday, setWeekday] = useState(line.evening?.weekday ?? USUAL_WEEKDAY);
  const [time, setTime] = useState(writeTime(line.evening?.minute ?? USUAL_MINUTE));
  const [chosen, setGame] = useState(line.evening?.game ?? null);
  const game = chosen ?? games[0]?.game ?? "";
  const [zone] = useState(line.evening?.zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const minute = readTime(time);
  const save = async (evening: Evening | null) => {
    if (await act(() => hostRest.setEvening(token, line.company, evening))) onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (minute !== null && game) void save({ weekday, minute, zone, game });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Choice
        legend={t("evening.weekday")}
        options={WEEKDAYS.map((day) => ({ value: String(day), label: weekdayName(day, language) }))}
        value={String(weekday)}
        onChange={(day) => setWeekday(Number(day))}
      />
      <Field
        label={t("evening.time")}
        hint={t("evening.zone", { zone })}
        type="time"
        required
        value={time}
        onChange={(event) => setTime(event.target.value)}
      />
      <Choice
        legend={t("evening.game")}
        options={games.map((info) => ({ value: info.game, label: words.name(info.game) }))}
        value={game}
        onChange={setGame}
      />
      <Refused refused={refused} />
      <div className={styles.do}>
        <Button kind="action" type="submit" busy={busy} disabled={minute === null || !game}>
          {t("evening.save")}
        </Button>
        {line.evening && (
          <Button busy={busy} onClick={() => void save(null)}>
            {t("evening.drop")}
          </Button>
        )}
      </div>
    </form>
  );
}
