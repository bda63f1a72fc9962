import { type FormEvent, useId, useState } from "react";
import { useApp, useClient, useRoom } from "../../app/context";
import { useStakeRules } from "../../economy/useStakeRules";
import { family } from "../../games/registry";
import type { GameInfo, SeekLine, StakeRules } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Dialog } from "../../parts/Dialog";
import { MultiChoice } from "../../parts/MultiChoice";
import { gamesInOrder } from "../../state/games";
import { changed, keepSearch, lastSearch, offeredStakes, type Search, searchFrom, WAITS_S } from "../../state/seek";
import styles from "./SeekDialog.module.css";

/** What one would like to play, for how much, and how long one would wait: chosen once, remembered by this browser. */
export function SeekDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("seek");
  const catalogue = useApp((state) => state.catalogue);
  const rules = useStakeRules();
  const games = gamesInOrder(catalogue ?? []).filter((info) => !info.house_banked);
  if (rules && games.length > 0) return <Form games={games} rules={rules} onClose={onClose} />;
  return (
    <Dialog title={t("title")} onClose={onClose}>
      <p role="status">{t("loading")}</p>
    </Dialog>
  );
}

interface FormProps {
  games: readonly GameInfo[];
  rules: StakeRules;
  onClose: () => void;
}

function Form({ games, rules, onClose }: FormProps) {
  const { t } = useTranslation(["seek", "app"]);
  const says = useSays();
  const [search, setSearch] = useState(() => searchFrom(lastSearch(), games, rules));
  const { refusal, busy, send } = useSend(onClose);
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void send(search);
  };
  const change = (part: Partial<Search>) => setSearch((held) => changed(held, part, rules));
  const missing = search.games.length === 0 || search.stakes.length === 0;
  return (
    <Dialog
      title={t("title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("app:common.cancel")}</Button>
          <Button kind="action" type="submit" form={form} busy={busy} disabled={missing}>
            {t("find")}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        {refusal && (
          <p className={styles.refusal} role="alert">
            {says(refusal)}
          </p>
        )}
        <p>{t("lead")}</p>
        <GamesField games={games} search={search} onChange={change} />
        <StakesField rules={rules} search={search} onChange={change} />
        <Choice
          legend={t("wait")}
          options={WAITS_S.map((each) => ({ value: String(each), label: t("minutes", { count: each / 60 }) }))}
          value={String(search.waitS)}
          onChange={(value) => change({ waitS: Number(value) })}
        />
      </form>
    </Dialog>
  );
}

interface FieldProps {
  search: Search;
  onChange: (part: Partial<Search>) => void;
}

/** The games, each with how many look for it at this moment. */
function GamesField({ games, search, onChange }: FieldProps & { games: readonly GameInfo[] }) {
  const { t } = useTranslation("seek");
  const words = useGameWords();
  const waiting = useApp((state) => state.seeks?.waiting) ?? [];
  const options = games.map(({ game }) => {
    const Emblem = family(game)?.Emblem;
    const count = mostWaiting(waiting, game);
    return {
      value: game,
      label: (
        <>
          <span className={styles.emblem}>{Emblem && <Emblem game={game} />}</span>
          {words.name(game)}
          {count > 0 && <span className={`${styles.count} num`}>{t("looking", { count })}</span>}
        </>
      ),
    };
  });
  return (
    <MultiChoice
      legend={t("games")}
      options={options}
      chosen={search.games}
      onChange={(chosen) => onChange({ games: chosen })}
      hint={t("gamesHint")}
    />
  );
}

/** Somebody who looks at several stakes is counted at each: the largest count is the number of people at least. */
function mostWaiting(waiting: readonly SeekLine[], game: string): number {
  return Math.max(0, ...waiting.filter((line) => line.game === game).map((line) => line.players));
}

function StakesField({ rules, search, onChange }: FieldProps & { rules: StakeRules }) {
  const { t } = useTranslation(["seek", "app"]);
  const { number } = useFormats();
  const { chips } = useRoom();
  const options = offeredStakes(rules, search.games).map((stake) => ({
    value: stake,
    label: <span className="num">{stake === 0 ? t("app:common.stakeNone") : number(stake)}</span>,
    disabled: stake > chips,
  }));
  return (
    <MultiChoice
      legend={t("stakes")}
      options={options}
      chosen={search.stakes}
      onChange={(chosen) => onChange({ stakes: chosen })}
      hint={t("app:create.youHave", { chips: t("app:common.chips", { count: chips }) })}
    />
  );
}

/** Begins the search; the dialog closes when it has begun, and says why when it has not. */
function useSend(onClose: () => void) {
  const client = useClient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (search: Search) => {
    setBusy(true);
    const refused = await client.search.start(search);
    setBusy(false);
    if (refused) return setRefusal(refused);
    keepSearch(search);
    onClose();
  };
  return { refusal, busy, send };
}
