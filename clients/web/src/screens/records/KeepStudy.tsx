import { useRef, useState } from "react";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { newId, rest } from "kafeneio-client";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { refusal } from "../../app/useRequest";
import type { AcademyPage, Step } from "./useStudy";

interface Props {
  token: string;
  page: AcademyPage;
  steps: readonly Step[];
}

/** Keeps the study as it stands. The same steps keep their id, so that pressing twice keeps it once. */
export function KeepStudy({ token, page, steps }: Props) {
  const { t } = useTranslation("records");
  const says = useSays();
  const [kept, setKept] = useState<readonly Step[] | null>(null);
  const [refused, setRefused] = useState<{ code: string; steps: readonly Step[] } | null>(null);
  const sending = useRef<{ steps: readonly Step[]; branch: string } | null>(null);
  const { match, hand, position } = page;

  function keep() {
    if (sending.current?.steps !== steps) sending.current = { steps, branch: newId() };
    const { branch } = sending.current;
    rest.saveBranch(token, { branch, match, hand, position, steps: [...steps] }).then(
      () => setKept(steps),
      (error: unknown) => setRefused({ code: refusal(error).code, steps }),
    );
  }

  return (
    <>
      <Button disabled={steps.length === 0 || kept === steps} onClick={keep}>
        {t(kept === steps ? "academy.kept" : "academy.keep")}
      </Button>
      {refused?.steps === steps && <p role="alert">{says({ code: refused.code })}</p>}
      <ButtonLink kind="plain" href={addressOf({ at: "studies" })}>
        {t("studies.title")}
      </ButtonLink>
    </>
  );
}
