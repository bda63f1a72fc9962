import { type MouseEvent, type ReactNode, useId, useState } from "react";
import type { GameInfo } from "kafeneio-client";
import { useApp, useClient, useRoom } from "../../app/context";
import { mayBeFriendly } from "../../economy/rules";
import { useStakeRules } from "../../economy/useStakeRules";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { IconButton } from "../../parts/IconButton";
import { defaultOptions, gamesInOrder, otherSeats } from "../../state/games";
import { useFirstHandStart } from "../firstHand/useFirstHandStart";
import { RulesDialog } from "../rules/RulesDialog";
import styles from "./FirstSteps.module.css";

/** What a newcomer may do first, at a game of their choice; nothing once a match has ended, or these were closed. */
export function FirstSteps() {
  const { me } = useRoom();
  const isNew = useApp(({ newcomer }) => newcomer === me.account);
  const catalogue = useApp((state) => state.catalogue) ?? [];
  const games = gamesInOrder(catalogue).filter((info) => !info.house_banked);
  const [first] = games;
  return isNew && first ? <Steps games={games} first={first} /> : null;
}

function Steps({ games, first }: { games: readonly GameInfo[]; first: GameInfo }) {
  const { t } = useTranslation("newcomer");
  const client = useClient();
  const [chosen, setChosen] = useState(first.game);
  const info = games.find(({ game }) => game === chosen) ?? first;
  const title = useId();
  const close = (event: MouseEvent) => {
    event.currentTarget.closest<HTMLElement>("[tabindex='-1']")?.focus(); // the button goes, and the focus with it
    client.firstSteps.end();
  };
  return (
    <section className={styles.card} aria-labelledby={title}>
      <header className={styles.head}>
        <h2 id={title}>{t("title")}</h2>
        <IconButton icon="close" label={t("close")} onClick={close} />
        <GameSelect games={games} chosen={info.game} onChange={setChosen} />
      </header>
      <ul className={styles.steps}>
        <AgainstComputer info={info} />
        <WithPeople info={info} />
        <OfRules info={info} />
      </ul>
    </section>
  );
}

interface SelectProps {
  games: readonly GameInfo[];
  chosen: string;
  onChange: (game: string) => void;
}

function GameSelect({ games, chosen, onChange }: SelectProps) {
  const { t } = useTranslation("newcomer");
  const words = useGameWords();
  return (
    <label className={styles.game}>
      <span>{t("game")}</span>
      <select value={chosen} onChange={(event) => onChange(event.target.value)}>
        {games.map(({ game }) => (
          <option key={game} value={game}>
            {words.name(game)}
          </option>
        ))}
      </select>
    </label>
  );
}

function AgainstComputer({ info }: { info: GameInfo }) {
  const { t } = useTranslation(["newcomer", "app"]);
  const client = useClient();
  const { busy, act } = useBusy();
  const guided = useFirstHandStart(info.game);
  const play = () => client.playComputer(t("app:now.computerTable"), info.game, otherSeats(info, defaultOptions(info)));
  return (
    <Step title={t("computer.title")} text={t("computer.text")}>
      <Button kind="action" busy={busy} onClick={() => void act(play)}>
        {t("computer.action")}
      </Button>
      {guided && <Button onClick={guided}>{t("computer.guided")}</Button>}
    </Step>
  );
}

/** Not for games that are played for chips alone. */
function WithPeople({ info }: { info: GameInfo }) {
  const { t } = useTranslation("newcomer");
  const client = useClient();
  const room = useRoom();
  const rules = useStakeRules();
  const looks = useApp(({ seeks }) => Boolean(seeks?.seek));
  const { busy, act } = useBusy();
  if (!rules || !mayBeFriendly(rules, info.game)) return null;
  return (
    <Step title={t("people.title")} text={t(looks ? "people.looking" : "people.text")}>
      <Button disabled={looks} busy={busy} onClick={() => void act(() => client.search.playPeople(info.game, room))}>
        {t("people.action")}
      </Button>
    </Step>
  );
}

function OfRules({ info }: { info: GameInfo }) {
  const { t } = useTranslation("newcomer");
  const [isOpen, setOpen] = useState(false);
  return (
    <Step title={t("rules.title")} text={t("rules.text")}>
      <Button onClick={() => setOpen(true)}>{t("rules.action")}</Button>
      {isOpen && <RulesDialog game={info.game} onClose={() => setOpen(false)} />}
    </Step>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {children}
    </li>
  );
}

function useBusy() {
  const [busy, setBusy] = useState(false);
  const act = async (doing: () => Promise<unknown>) => {
    setBusy(true);
    await doing();
    setBusy(false);
  };
  return { busy, act };
}
