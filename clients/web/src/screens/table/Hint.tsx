import { rest } from "kafeneio-client";
import { useApp } from "../../app/context";
import { useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { family } from "../../games/registry";
import { Button } from "../../parts/Button";
import { useMoveText } from "../analysis/useMoveText";
import styles from "./Hint.module.css";
import type { StillView } from "../../state/still";

/** Whether the computer may be asked here: where one practises alone, at games whose moves it can explain. */
export function canAsk(view: StillView): boolean {
  const alone = view.seats.every((seat, at) => at === view.you || seat.bot);
  return (
    view.practice && view.you !== null && view.phase === "playing" && alone && Boolean(family(view.game)?.analysed)
  );
}

interface Props {
  view: StillView;
  /** The version of the table at which it was asked: each has an answer of its own. */
  version: number;
  onClose: () => void;
}

/** What the computer would play for one's own seat, and why. */
export function Hint({ view, version, onClose }: Props) {
  const { t } = useTranslation("analysis");
  const says = useSays();
  const words = useMoveText();
  const token = useApp((state) => state.token);
  const asked = useRequest(`${version}`, token === null ? null : () => rest.askHint(token, view.table));
  return (
    <section className={styles.slip} aria-label={t("hint.ask")} data-hint>
      <p role="status">
        {asked.state === "waiting" && t("hint.asking")}
        {asked.state === "refused" && says({ code: asked.code, detail: asked.detail, game: view.game })}
        {asked.state === "here" &&
          (asked.value.move === null
            ? t("hint.nothing")
            : `${t("hint.answer", { move: words.move(asked.value.move) })} ${words.reason(asked.value.reason.code)}`)}
      </p>
      <Button onClick={onClose}>{t("hint.close")}</Button>
    </section>
  );
}
