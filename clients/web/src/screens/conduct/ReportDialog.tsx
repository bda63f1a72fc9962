import { type ReactNode, useState } from "react";
import { useApp } from "../../app/context";
import { newId, type ReportBody } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Dialog } from "../../parts/Dialog";
import { refusal } from "../../app/useRequest";
import styles from "./Conduct.module.css";
import { conductRest } from "./conductRest";

const COMMENT_MAX = 500;
const CATEGORIES = ["insult", "attitude", "collusion", "bot", "chat_abuse", "other"] as const;
type Category = (typeof CATEGORIES)[number];

/** Who is reported, and where: a room, a table, a place in a match, or a line of a company's chat. */
export interface Reported {
  account: string;
  name: string;
  where?: Pick<ReportBody, "match" | "hand" | "event" | "table" | "room">;
  said?: { company: string; line: number };
}

/** What every report says, whatever it is about. */
export type Filing = Pick<ReportBody, "id" | "category" | "comment">;

/** A report of a player. */
export function ReportDialog({ account, name, where, said, onClose }: Reported & { onClose: () => void }) {
  const token = useApp((state) => state.token) ?? "";
  const send = (filing: Filing) =>
    said
      ? conductRest.reportCompany(token, said.company, { ...filing, part: "line", line: said.line })
      : conductRest.report(token, { ...filing, ...where, to: account });
  return <ReportForm name={name} send={send} onClose={onClose} />;
}

interface FormProps {
  name: string;
  send: (filing: Filing) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** A report: what it is about, and, for who wants to say more, a comment; `children`: what else is to be chosen. */
export function ReportForm({ name, send, onClose, children }: FormProps) {
  const { t } = useTranslation("conduct");
  const says = useSays();
  const [category, setCategory] = useState<Category>("insult");
  const [comment, setComment] = useState("");
  const sending = useSending((id) => send({ id, category, comment: comment.trim() || t(`categories.${category}`) }));
  if (sending.sent) {
    return (
      <Dialog
        title={t("report.title", { name })}
        onClose={onClose}
        actions={
          <Button kind="action" onClick={onClose}>
            {t("report.close")}
          </Button>
        }
      >
        <p role="status">{t("report.sent")}</p>
      </Dialog>
    );
  }
  const actions = (
    <Button kind="action" busy={sending.busy} onClick={sending.send}>
      {t("report.send")}
    </Button>
  );
  return (
    <Dialog title={t("report.title", { name })} onClose={onClose} actions={actions}>
      <div className={styles.form}>
        <p>{t("report.lead")}</p>
        {children}
        <Choice
          legend={t("report.category")}
          options={CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
          value={category}
          onChange={setCategory}
        />
        <label className={styles.words}>
          {t("report.comment")}
          <textarea
            value={comment}
            maxLength={COMMENT_MAX}
            rows={3}
            placeholder={t("report.hint")}
            onChange={(event) => setComment(event.target.value)}
          />
        </label>
        {sending.refused !== null && <p role="alert">{says({ code: sending.refused })}</p>}
      </div>
    </Dialog>
  );
}

/** Sends it once, however often it is tried. */
function useSending(sendAs: (id: string) => Promise<unknown>) {
  const [id] = useState(newId);
  const [state, setState] = useState<{ sent: boolean; busy: boolean; refused: string | null }>({
    sent: false,
    busy: false,
    refused: null,
  });
  const send = () => {
    setState({ sent: false, busy: true, refused: null });
    sendAs(id).then(
      () => setState({ sent: true, busy: false, refused: null }),
      (error: unknown) => setState({ sent: false, busy: false, refused: refusal(error).code }),
    );
  };
  return { ...state, send };
}
