import { useState } from "react";
import { rest, type Shares } from "kafeneio-client";
import { useApp } from "../../app/context";
import { useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { Choice } from "../../parts/Choice";

const CHOICES: readonly Shares["choice"][] = ["ask", "always", "never"];

/** Whether one's name may be shown in replays that others share: a setting of the account. */
export function ShareChoice() {
  const token = useApp((state) => state.token);
  return token === null ? null : <OwnChoice token={token} />;
}

function OwnChoice({ token }: { token: string }) {
  const { t } = useTranslation();
  const asked = useRequest("choice", () => rest.shares(token));
  const [chosen, setChosen] = useState<Shares["choice"] | null>(null);
  if (asked.state !== "here") return null; // the other settings need no server
  const change = (choice: Shares["choice"]) => {
    setChosen(choice);
    rest.chooseShares(token, choice).catch(() => setChosen(null));
  };
  return (
    <Choice<Shares["choice"]>
      legend={t("settings.shareNames")}
      hint={t("settings.shareNamesHint")}
      options={CHOICES.map((value) => ({ value, label: t(`settings.shareChoices.${value}`) }))}
      value={chosen ?? asked.value.choice}
      onChange={change}
    />
  );
}
