import { useState } from "react";
import { rest, type ShareQuestion } from "kafeneio-client";
import { useApp } from "../../app/context";
import { refusal, useRequest } from "../../app/useRequest";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useComputerName } from "../../people/useComputerNames";
import styles from "./Shares.module.css";

/** Matches about which others have asked whether one's name may be shown. */
export function ShareQuestions({ token }: { token: string }) {
  const { t } = useTranslation("shared");
  const asked = useRequest("questions", () => rest.shares(token));
  const open = asked.state === "here" ? asked.value.questions.filter((each) => each.answer === "asked") : [];
  if (open.length === 0) return null;
  return (
    <section className={styles.questions} aria-label={t("asked")}>
      <h2>{t("asked")}</h2>
      <ul>
        {open.map((each) => (
          <Question key={each.match} token={token} question={each} />
        ))}
      </ul>
    </section>
  );
}

function Question({ token, question }: { token: string; question: ShareQuestion }) {
  const { t } = useTranslation("shared");
  const words = useGameWords();
  const says = useSays();
  const called = useComputerName();
  const { list } = useFormats();
  const own = useApp((state) => state.room?.me.name);
  const [said, setSaid] = useState("");
  const others = question.players.filter((name) => name !== own).map(called);
  const answer = (agree: boolean) =>
    rest.answerShare(token, question.match, agree).then(
      () => setSaid(t(agree ? "agreed" : "refused")),
      (error: unknown) => setSaid(says({ code: refusal(error).code })),
    );
  return (
    <li>
      <p>{t("question", { game: words.name(question.game), names: list(others) })}</p>
      <div className={styles.row}>
        <Button onClick={() => void answer(true)}>{t("agree")}</Button>
        <Button onClick={() => void answer(false)}>{t("refuse")}</Button>
      </div>
      <p role="status" className={styles.note}>
        {said}
      </p>
    </li>
  );
}
