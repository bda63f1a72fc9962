import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Case, Report } from "kafeneio-client";
import { useApp } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { MultiChoice } from "../../parts/MultiChoice";
import { useWhen } from "../records/useWhen";
import { useMay } from "./roles";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { type About, type Ground, groundsOf } from "./urgency";
import { useActing, useToken } from "./useStaff";

const CHOICES = ["ignore", "warn", "block", "permanent"] as const;
type Chosen = (typeof CHOICES)[number];
const KEYS: Record<string, Chosen> = { i: "ignore", w: "warn", b: "block", p: "permanent" };
const HARD: ReadonlySet<Chosen> = new Set(["block", "permanent"]);
const REASON_MIN = 10;

interface Props {
  about: About;
  /** Everything about the player is here. */
  isWhole: boolean;
  name: string;
  onDone: () => void;
}

/** A decision about a player as it is being made. */
function useDecision({ about, isWhole, onDone }: Omit<Props, "name">) {
  const { t } = useTranslation("staff");
  const token = useToken();
  const may = useMay();
  const sayGround = useGroundWords();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [written, setWritten] = useState<string | null>(null);
  const [message, setMessage] = useState("");
  const [sure, setSure] = useState(false);
  /** It was taken before everything about the player had come: it is sent then. */
  const [waits, setWaits] = useState(false);
  const [left, setLeft] = useState<readonly string[]>([]);
  const { busy, refused, act } = useActing(onDone);
  const choices = CHOICES.filter((each) => may.hard || !HARD.has(each));
  const grounds = groundsOf(about).map(sayGround);
  const suggested = chosen === "ignore" ? t("decide.templates.ignore") : (grounds[0] ?? "");
  const reason = written ?? (chosen === null ? "" : suggested);
  const [first, ...others] = about.reports.filter((each) => !left.includes(each.id));
  const cases = about.cases.filter((each) => !left.includes(each.id));
  const ready = chosen !== null && first !== undefined && reason.trim().length >= REASON_MIN;
  const choose = (value: Chosen) => {
    setChosen(value);
    setSure(false);
    setWaits(false);
  };
  const take = () => {
    if (chosen === null || !first || !ready || busy) return;
    if (chosen === "permanent" && !sure) setSure(true);
    else if (!isWhole) setWaits(true);
    else act(staffRest.decide(token, first.id, bodyOf(chosen, reason, message, others, cases)));
  };
  useEffect(() => {
    if (!waits || !isWhole) return;
    setWaits(false);
    take();
    // oxlint-disable-next-line react/exhaustive-deps -- as it is chosen then
  }, [waits, isWhole]);
  const fields = { chosen, choose, reason, setWritten, message, setMessage, left, setLeft };
  return { ...fields, choices, grounds, ready, sure, busy: busy || waits, refused, take };
}

/** One decision about a player, by two keys: one chooses it, Enter takes it; a block for good asks once more. */
export function Deciding({ about, isWhole, name, onDone }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const made = useDecision({ about, isWhole, onDone });
  const { chosen, choices, grounds, reason, take } = made;
  const letters = useApp((state) => state.settings.letters);
  useKeys(letters, (event) => {
    const key = KEYS[event.key.toLowerCase()];
    if (key && choices.includes(key)) made.choose(key);
    else if (event.key === "Enter" && !event.repeat) take();
  });
  const onEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (!event.repeat) take();
  };
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <Choice
        legend={t("decide.title")}
        options={choices.map((value) => ({ value, label: t(`decide.${value}`) }))}
        value={chosen}
        onChange={made.choose}
      />
      <Together about={about} left={made.left} onChange={made.setLeft} />
      {chosen !== null && chosen !== "ignore" && grounds.length > 1 && (
        <Choice
          legend={t("decide.grounds")}
          options={grounds.map((value) => ({ value, label: value }))}
          value={reason}
          onChange={made.setWritten}
        />
      )}
      <label className={styles.words}>
        {t(chosen !== null && HARD.has(chosen) ? "decide.whyRead" : "decide.why")}
        <textarea
          value={reason}
          rows={2}
          maxLength={500}
          onKeyDown={onEnter}
          onChange={(e) => made.setWritten(e.target.value)}
        />
      </label>
      {chosen !== null && <ReasonNote reason={reason} />}
      {chosen === "warn" && <Message text={made.message} onChange={made.setMessage} />}
      {chosen !== null && <Effect chosen={chosen} name={name} />}
      {made.refused !== null && <p role="alert">{says({ code: made.refused })}</p>}
      <Button
        kind={chosen === "permanent" ? "danger" : "action"}
        busy={made.busy}
        disabled={!made.ready}
        onClick={take}
      >
        {made.sure ? t("decide.sure", { name }) : t("decide.take")}
      </Button>
    </form>
  );
}

/** What a reason still needs. */
function ReasonNote({ reason }: { reason: string }) {
  const { t } = useTranslation("staff");
  if (reason.trim().length >= REASON_MIN) return null;
  return <p className={styles.note}>{t(reason === "" ? "decide.writeReason" : "decide.reason")}</p>;
}

/** A decision as it is sent. */
function bodyOf(chosen: Chosen, reason: string, message: string, others: readonly Report[], cases: readonly Case[]) {
  return {
    decision: chosen === "permanent" ? ("block" as const) : chosen,
    permanent: chosen === "permanent",
    reason,
    message: chosen === "warn" ? message : "",
    also: others.map((each) => each.id),
    cases: cases.map((each) => each.id),
  };
}

interface TogetherProps {
  about: About;
  /** What the decision leaves open. */
  left: readonly string[];
  onChange: (left: readonly string[]) => void;
}

/** What one decision closes: everything about the player, unless something is left out. */
function Together({ about, left, onChange }: TogetherProps) {
  const { t } = useTranslation(["staff", "conduct"]);
  const all = [
    ...about.reports.map((each) => ({ value: each.id, label: t(`conduct:categories.${each.category}`) })),
    ...about.cases.map((each) => ({ value: each.id, label: t(`signals.${each.kind as "bot"}`) })),
  ];
  const ids = all.map((each) => each.value);
  const kept = ids.filter((each) => !left.includes(each));
  if (all.length < 2) return null;
  return (
    <details>
      <summary>{t("decide.together", { count: kept.length })}</summary>
      <MultiChoice
        legend={t("decide.togetherHint")}
        options={all}
        chosen={kept}
        onChange={(now) => onChange(ids.filter((each) => !now.includes(each)))}
      />
    </details>
  );
}

/** Words of staff to a player who is warned. */
function Message({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation("staff");
  return (
    <label className={styles.words}>
      {t("decide.message")}
      <textarea value={text} rows={2} maxLength={1000} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

/** What a decision does, before it is taken. */
function Effect({ chosen, name }: { chosen: Chosen; name: string }) {
  const { t } = useTranslation("staff");
  return (
    <section aria-label={t("decide.effect")} className={styles.note}>
      <p>{t(`decide.effects.${chosen}`, { name })}</p>
    </section>
  );
}

/** What a decision may be for, in words that are true for the case. */
function useGroundWords(): (ground: Ground) => string {
  const { t } = useTranslation("staff");
  const when = useWhen();
  return (ground) => {
    if (ground.why === "company") return t("decide.ground.company");
    if (ground.why === "case") return t("decide.ground.case", { kind: t(`signals.${ground.kind as "bot"}`) });
    return t(`decide.ground.${ground.why}`, { when: when(ground.atMs) });
  };
}

/** Keys that are pressed outside of fields and buttons, without a modifier; whoever speaks to the computer, or types
 * by accident, turns them off. */
function useKeys(on: boolean, onKey: (event: globalThis.KeyboardEvent) => void): void {
  const newest = useRef(onKey);
  useEffect(() => {
    newest.current = onKey;
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      const at = event.target as HTMLElement;
      const writes = at.closest("textarea, input:not([type=radio]), dialog") !== null;
      const presses = event.key === "Enter" && at.closest("a, [data-kind=action], [data-kind=danger]") !== null;
      if (writes || presses || event.ctrlKey || event.metaKey || event.altKey) return;
      newest.current(event);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [on]);
}
