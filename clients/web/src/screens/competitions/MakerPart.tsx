import { useState } from "react";
import { createPortal } from "react-dom";
import { rest, type CompetitionCard } from "kafeneio-client";
import { useRoom } from "../../app/context";
import { refusal } from "../../app/useRequest";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { PlayerNames } from "../../people/PlayerNames";
import { Sure } from "../companies/Parts";
import { ReportForm } from "../conduct/ReportDialog";
import styles from "./Competitions.module.css";

interface Props {
  token: string;
  card: CompetitionCard;
  again: () => Promise<void>;
}

/** By which player it was made and for whom; its maker starts it and calls it off, others may report it. */
export function MakerPart({ token, card: { competition: line }, again }: Props) {
  const { t } = useTranslation("competitions");
  const { number } = useFormats();
  const { me } = useRoom();
  if (line.made_by === null || line.made_by === undefined) return null;
  const isOwn = line.made_by === me.account;
  const isBefore = line.state === "announced" || line.state === "open";
  const maker = [{ account: line.made_by, name: line.maker ?? "" }];
  return (
    <section className={styles.part} aria-label={t("made.title")}>
      <p>
        <PlayerNames people={maker} sentence={(names) => t("made.by", { names })} />
        {" · "}
        {t(`make.audiences.${(line.audience ?? "all") as "all"}`)}
        {line.places !== null && line.places !== undefined && (
          <> · {t("made.places", { taken: number(line.entrants), places: number(line.places) })}</>
        )}
      </p>
      {isOwn && isBefore && <Deeds token={token} id={line.id} again={again} />}
      {!isOwn && <Report token={token} id={line.id} name={line.name} />}
    </section>
  );
}

function Deeds({ token, id, again }: { token: string; id: string; again: () => Promise<void> }) {
  const { t } = useTranslation("competitions");
  const says = useSays();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const act = async (doing: () => Promise<unknown>) => {
    setAsking(false);
    setBusy(true);
    setRefused(null);
    await doing().catch((error: unknown) => setRefused(refusal(error)));
    await again();
    setBusy(false);
  };
  return (
    <>
      <div className={styles.row}>
        <Button kind="action" busy={busy} onClick={() => void act(() => rest.startCompetition(token, id))}>
          {t("made.start")}
        </Button>
        <Button busy={busy} onClick={() => setAsking(true)}>
          {t("made.callOff")}
        </Button>
      </div>
      {refused !== null && <p role="alert">{says(refused)}</p>}
      {asking && (
        <Sure
          title={t("made.callOff")}
          text={t("made.callOffHint")}
          onNo={() => setAsking(false)}
          onYes={() => void act(() => rest.callOffCompetition(token, id))}
        />
      )}
    </>
  );
}

function Report({ token, id, name }: { token: string; id: string; name: string }) {
  const { t } = useTranslation("competitions");
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.row}>
      <Button onClick={() => setOpen(true)}>{t("made.report")}</Button>
      {open &&
        createPortal(
          <ReportForm
            name={name}
            send={(filing) => rest.reportCompetition(token, id, filing)}
            onClose={() => setOpen(false)}
          />,
          document.body,
        )}
    </div>
  );
}
