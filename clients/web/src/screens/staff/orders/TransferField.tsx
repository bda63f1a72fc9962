import { useState } from "react";
import type { FoundPlayer, Transfer } from "kafeneio-client";
import { useLastAlone } from "../../../app/questions";
import { refusal } from "../../../app/useRequest";
import { useTransferKind } from "../../../economy/useTransferKind";
import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { Button } from "../../../parts/Button";
import { useWhen } from "../../records/useWhen";
import { PersonPicker } from "../PersonPicker";
import styles from "../Staff.module.css";
import { staffRest } from "../staffRest";
import { useToken } from "../useStaff";

type Topic = NonNullable<Parameters<typeof staffRest.moneyAbout>[2]>;

interface Props {
  label: string;
  /** What the transfers are about, and which of them can be meant. */
  topics: readonly Topic[];
  kinds: ReadonlySet<string>;
  /** What a transfer stands for, as the order names it. */
  meaning: (transfer: Transfer, account: string) => string;
  chosen: string;
  onChange: (meant: string) => void;
}

/** One of the entries in a player's account, by the player's name; the audit log keeps that they were read. */
export function TransferField({ label, topics, kinds, meaning, chosen, onChange }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const say = useTransferWords();
  const { player, lines, refused, next, pick, older } = useTransfers(topics, kinds);
  return (
    <div className={styles.form}>
      <PersonPicker label={label} onPick={pick} />
      {player && <p>{t("roles.chosen", { name: player.name })}</p>}
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {player && lines.length === 0 && refused === null && <p role="status">{t("operations.noEntry")}</p>}
      {player && lines.length > 0 && (
        <ul className={styles.row} aria-label={label}>
          {lines.map((each) => {
            const meant = meaning(each, player.account);
            return (
              <li key={each.id} className={styles.plain}>
                <button
                  type="button"
                  className={styles.line}
                  aria-pressed={meant === chosen}
                  onClick={() => onChange(meant)}
                >
                  {say(each)}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {next && <Button onClick={older}>{t("operations.older")}</Button>}
    </div>
  );
}

/** The transfers of the player that was picked, page by page. */
function useTransfers(topics: readonly Topic[], kinds: ReadonlySet<string>) {
  const token = useToken();
  const [player, setPlayer] = useState<FoundPlayer | null>(null);
  const [lines, setLines] = useState<readonly Transfer[]>([]);
  /** Of each topic where its next page begins; a topic that has ended is not there. */
  const [next, setNext] = useState<Partial<Record<Topic, number>>>({});
  const [refused, setRefused] = useState<string | null>(null);
  const read = async (account: string, from: readonly (readonly [Topic, number | null])[]) => {
    const pages = await Promise.all(
      from.map(async ([topic, before]) => [topic, await staffRest.moneyAbout(token, account, topic, before)] as const),
    );
    const found = pages.flatMap(([, page]) => page.transfers).filter((each) => kinds.has(each.kind));
    const rest = pages.flatMap(([topic, page]) => (page.next_before === null ? [] : [[topic, page.next_before]]));
    return { found: found.toSorted((one, other) => other.id - one.id), rest: Object.fromEntries(rest) as typeof next };
  };
  const asking = useLastAlone();
  const show = (reading: ReturnType<typeof read>, kept: readonly Transfer[]) => {
    const counts = asking();
    reading.then(
      ({ found, rest }) => {
        if (!counts()) return;
        setLines([...kept, ...found]);
        setNext(rest);
        setRefused(null);
      },
      (error: unknown) => counts() && setRefused(refusal(error).code),
    );
  };
  const pick = (picked: FoundPlayer) => {
    setPlayer(picked);
    setLines([]);
    setNext({});
    show(
      read(
        picked.account,
        topics.map((each) => [each, null]),
      ),
      [],
    );
  };
  const older = () => player && show(read(player.account, Object.entries(next) as [Topic, number][]), lines);
  return { player, lines, refused, next: Object.keys(next).length > 0, pick, older };
}

/** An entry in words: how many chips, for what, when. */
function useTransferWords(): (transfer: Transfer) => string {
  const { signed } = useFormats();
  const when = useWhen();
  const kind = useTransferKind();
  return (each) => `${signed(each.chips)} ${kind(each.kind)}, ${when(each.at_ms)}`;
}
