import { useSays } from "../../i18n/useWords";
import { rest } from "kafeneio-client";
import { Avatars } from "../chips/Avatars";
import { useResource } from "../../app/useResource";
import styles from "./Account.module.css";

/** The avatars that one may buy and wear; the one that is worn is shown in place of the photo. */
export function AvatarsPart({ token }: { token: string }) {
  const says = useSays();
  const kept = useResource(() => rest.shop(token));
  return (
    <div className={styles.part}>
      {kept.refused !== null && <p role="alert">{says({ code: kept.refused })}</p>}
      {kept.value && <Avatars token={token} shop={kept.value} kept={kept} />}
    </div>
  );
}
