import { useState } from "react";
import type { FoundPlayer } from "kafeneio-client";
import { useLastAlone } from "../../../app/questions";
import { refusal } from "../../../app/useRequest";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { Button } from "../../../parts/Button";
import { Field } from "../../../parts/Field";
import styles from "../Staff.module.css";
import { type DevicesWanted, type Need, staffRest } from "../staffRest";
import { useToken } from "../useStaff";
import { NeedButtons } from "./NeedButtons";
import { BROWSERS, FORMS, SYSTEMS } from "./useDeviceWords";

/** Finds accounts by the kind of device on which they have signed in; each look is in the audit log, with its need. */
export function DeviceSearch({ onPick }: { onPick: (player: FoundPlayer) => void }) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const [wanted, setWanted] = useState<DevicesWanted>({});
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly FoundPlayer[] | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const asking = useLastAlone();
  const isEmpty = Object.values(wanted).every((each) => each === undefined);
  const search = (need: Need) => {
    const counts = asking();
    staffRest.accountsByDevice(token, { ...wanted, need, text: text.trim() }).then(
      ({ players }) => {
        if (!counts()) return;
        setRefused(null);
        setFound(players);
      },
      (error: unknown) => counts() && setRefused(refusal(error).code),
    );
  };
  return (
    <section aria-label={t("device.find")}>
      <h2>{t("device.find")}</h2>
      <div className={styles.row}>
        <Among
          label={t("device.form")}
          names={Object.fromEntries(FORMS.map((each) => [each, t(`device.forms.${each}`)]))}
          onChange={(form) => setWanted({ ...wanted, form: form as DevicesWanted["form"] })}
        />
        <Among
          label={t("device.browser")}
          names={{ ...BROWSERS, other: t("device.other") }}
          onChange={(browser) => setWanted({ ...wanted, browser: browser as DevicesWanted["browser"] })}
        />
        <Among
          label={t("device.system")}
          names={SYSTEMS}
          onChange={(system) => setWanted({ ...wanted, system: system as DevicesWanted["system"] })}
        />
        <Field
          label={t("device.text")}
          value={text}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <NeedButtons disabled={isEmpty} onNeed={search} />
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {found?.length === 0 && <p role="status">{t("device.nobody")}</p>}
      <ul className={styles.row} aria-label={t("device.find")}>
        {found?.map((each) => (
          <li key={each.account} className={styles.plain}>
            <Button onClick={() => onPick(each)}>{each.name}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AmongProps {
  label: string;
  names: Record<string, string>;
  onChange: (code: string | undefined) => void;
}

function Among({ label, names, onChange }: AmongProps) {
  const { t } = useTranslation("staff");
  return (
    <label>
      {label}{" "}
      <select onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{t("device.any")}</option>
        {Object.entries(names).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
