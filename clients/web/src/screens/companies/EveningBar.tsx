import type { CompanyLine } from "kafeneio-client";
import { useApp, useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useServerNow } from "../../parts/useServerNow";
import { useCompanies } from "../../people/companies";
import styles from "./Companies.module.css";
import { companyRest } from "./companyRest";
import { Refused } from "./Parts";
import { useActs } from "./useActs";
import { clockOf, nearness } from "./when";

const MINUTE_MS = 60_000;
/** An evening is shown in the room from so long before. */
const AHEAD_MS = 18 * 60 * MINUTE_MS;

/** "Tonight at eight": the next evening of one's companies that is near, with one press to come. */
export function EveningBar() {
  const { me } = useRoom();
  const token = useApp((state) => state.token);
  const companies = useCompanies(me.guest ? null : token)?.companies;
  const now = useServerNow(true, MINUTE_MS);
  const near = (companies?.mine ?? [])
    .filter((line) => line.evening_at_ms !== null && line.evening_at_ms - now < AHEAD_MS)
    .toSorted((one, other) => (one.evening_at_ms ?? 0) - (other.evening_at_ms ?? 0))[0];
  if (!near || token === null) return null;
  return <Bar token={token} line={near} now={now} />;
}

function Bar({ token, line, now }: { token: string; line: CompanyLine; now: number }) {
  const { t, language } = useTranslation("companies");
  const words = useGameWords();
  const { act, busy, refused } = useActs();
  const at = line.evening_at_ms ?? 0;
  const how = nearness(at, now);
  const when = t(`bar.${how ?? "tomorrow"}`, { time: clockOf(at, language) });
  return (
    <section className={styles.bar} aria-label={t("bar.label")}>
      <p>
        {when}:{" "}
        <a className={`${styles.link} name`} href={addressOf({ at: "company", company: line.company })}>
          {line.name}
        </a>
        , {words.name(line.evening?.game ?? "")}{" "}
        <span className={styles.quiet} role="status">
          {t("coming", { count: line.coming })}
          {line.comes && ` · ${t("bar.comes")}`}
        </span>
      </p>
      <Refused refused={refused} />
      <Button
        kind={line.comes ? "quiet" : "action"}
        busy={busy}
        onClick={() => void act(() => companyRest.come(token, line.company, !line.comes))}
      >
        {t(line.comes ? "bar.notAfterAll" : "bar.come")}
      </Button>
    </section>
  );
}
