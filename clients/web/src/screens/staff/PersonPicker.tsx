import { type FormEvent, useState } from "react";
import type { FoundPlayer } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { useLastAlone } from "../../app/questions";
import { refusal } from "../../app/useRequest";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useToken } from "./useStaff";

interface Props {
  label: string;
  onPick: (player: FoundPlayer) => void;
}

/** Finds an account by a part of its name; the only one is taken at once, of several one is pressed. */
export function PersonPicker({ label, onPick }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly FoundPlayer[] | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const asking = useLastAlone();
  const pick = (player: FoundPlayer) => {
    setFound(null);
    setText("");
    onPick(player);
  };
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    const counts = asking();
    staffRest.accounts(token, text.trim()).then(
      ({ players }) => {
        if (!counts()) return;
        setRefused(null);
        const [only, ...others] = players;
        if (only !== undefined && others.length === 0) pick(only);
        else setFound(players);
      },
      (error: unknown) => counts() && setRefused(refusal(error).code),
    );
  };
  return (
    <div>
      <form className={styles.row} onSubmit={search}>
        <Field label={label} value={text} maxLength={100} onChange={(event) => setText(event.target.value)} />
        <Button type="submit">{t("player.search")}</Button>
      </form>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {found?.length === 0 && <p role="status">{t("player.nobody")}</p>}
      {found !== null && found.length > 0 && (
        <ul className={styles.row} aria-label={label}>
          {found.map((each) => (
            <li key={each.account} className={styles.plain}>
              <Button hint={each.by === "name" ? undefined : t(`player.foundBy.${each.by}`)} onClick={() => pick(each)}>
                {each.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
