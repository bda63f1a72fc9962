import { useClient } from "../../app/context";
import { goTo } from "../../app/pages";
import type { TableView } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { useSecondsLeft } from "../../parts/useServerNow";
import type { OpenTable } from "../../state/openTable";
import styles from "./Choices.module.css";

const ORDER = ["rematch", "rotate", "communication"] as const;

/** Once more, other seats, or back to the room; with who has pressed what and the time to choose. */
export function Choices({ open, view }: { open: OpenTable; view: TableView }) {
  const { t } = useTranslation();
  const client = useClient();
  const offered = ORDER.filter((choice) => view.choices.includes(choice));
  const mine = view.you === null ? null : (view.seats[view.you]?.choice ?? null);
  const plays = view.you !== null && !open.ended && offered.length > 0;
  if (!plays) {
    return (
      <footer className={styles.choices}>
        <Pressed view={view} />
        {view.competition !== null && <ToCompetition competition={view.competition} />}
        <Button kind={view.competition === null ? "action" : "quiet"} onClick={() => client.goBack()}>
          {t("result.communication")}
        </Button>
      </footer>
    );
  }
  return (
    <footer className={styles.choices}>
      <Pressed view={view} />
      <div className={styles.buttons}>
        {offered.map((choice) => (
          <Button
            key={choice}
            kind={choice === "rematch" ? "action" : "quiet"}
            aria-pressed={mine === choice}
            disabled={mine !== null && mine !== choice}
            onClick={() => mine === null && (choice === "communication" ? client.goBack() : void client.choose(choice))}
          >
            {t(`result.${choice}`)}
          </Button>
        ))}
      </div>
      <Left open={open} view={view} chosen={mine !== null} />
    </footer>
  );
}

/** Back to the competition, where the next game can be asked for. */
function ToCompetition({ competition }: { competition: string }) {
  const { t } = useTranslation("play");
  const client = useClient();
  const go = () => {
    client.goBack();
    goTo({ at: "competition", competition });
  };
  return (
    <Button kind="action" onClick={go}>
      {t("toCompetition")}
    </Button>
  );
}

/** Who has pressed what, in words; one's own press is the pressed button. */
function Pressed({ view }: { view: TableView }) {
  const { t } = useTranslation();
  const pressed = view.seats.filter((seat, at) => seat.choice !== null && at !== view.you && !seat.bot);
  return (
    <ul className={styles.pressed} aria-live="polite">
      {pressed.map((seat) => (
        <li key={seat.name}>{seat.choice && t(`result.wants.${seat.choice}`, { name: seat.name })}</li>
      ))}
    </ul>
  );
}

function Left({ open, view, chosen }: { open: OpenTable; view: TableView; chosen: boolean }) {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(view.choose_ms_left === null ? null : open.atMs + view.choose_ms_left);
  return (
    <p className={`${styles.left} num`}>
      {chosen && <span>{t("result.youChose")} </span>}
      {view.choose_ms_left !== null && <span>{t("result.secondsLeft", { count: seconds })}</span>}
    </p>
  );
}
