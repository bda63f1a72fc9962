import { useState } from "react";
import type { Links, SeenDevice } from "kafeneio-client";
import { addressOf } from "../../../app/pages";
import { refusal } from "../../../app/useRequest";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { useWhen } from "../../records/useWhen";
import styles from "../Staff.module.css";
import { type Need, staffRest } from "../staffRest";
import { useNames, useToken } from "../useStaff";
import { NeedButtons } from "./NeedButtons";
import { useDeviceWords } from "./useDeviceWords";

/** So many accounts beside the player are asked about at most. */
const BESIDE_MAX = 50;

interface Seen {
  links: Links["links"];
  /** Classes of devices by account. */
  devices: Partial<Record<string, readonly SeenDevice[]>>;
}

/** The player's kinds of devices, and accounts with something in common, for who says what it is needed for: each look
 * is in the audit log. */
export function LinkedAccounts({ account }: { account: string }) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const { say } = useDeviceWords();
  const [seen, setSeen] = useState<Seen | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const names = useNames((seen?.links ?? []).map((each) => each.account));
  const look = async (need: Need) => {
    const { links } = await staffRest.links(token, account, need);
    const beside = [...new Set(links.map((each) => each.account))].slice(0, BESIDE_MAX);
    const { devices } = await staffRest.devices(token, account, need, beside);
    setSeen({ links, devices });
  };
  const kinds = (of: string) => (seen?.devices[of] ?? []).map((each) => say(each.device_class)).join("; ");
  return (
    <>
      <h3>{t("player.links")}</h3>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {seen === null ? (
        <NeedButtons onNeed={(need) => void look(need).catch((error: unknown) => setRefused(refusal(error).code))} />
      ) : (
        <>
          <Devices devices={seen.devices[account] ?? []} />
          {seen.links.length === 0 && <p>{t("player.none")}</p>}
        </>
      )}
      <ul className={styles.chat}>
        {(seen?.links ?? []).map((each) => (
          <li key={each.by + each.account}>
            <a href={addressOf({ at: "staff", part: "player", about: each.account })}>{names(each.account)}</a>{" "}
            {t("player.link", { by: t(`player.linkBy.${each.by}`), count: each.count })}{" "}
            <small>{kinds(each.account)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function Devices({ devices }: { devices: readonly SeenDevice[] }) {
  const { t } = useTranslation("staff");
  const { say } = useDeviceWords();
  const when = useWhen();
  return (
    <>
      <h4>{t("device.title")}</h4>
      {devices.length === 0 && <p>{t("player.none")}</p>}
      <ul className={styles.chat}>
        {devices.map((each) => (
          <li key={say(each.device_class)}>
            {t("device.seen", { kind: say(each.device_class), count: each.times, when: when(each.last_at_ms) })}
          </li>
        ))}
      </ul>
    </>
  );
}
