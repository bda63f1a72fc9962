import { ask } from "kafeneio-client";
import { useRequest } from "./useRequest";

/** Whether this browser and this address can have passkeys: they are made for names alone, over TLS or on this machine. */
const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && window.isSecureContext && !/^[\d.]+$|:/.test(window.location.hostname);

let site: Promise<string> | null = null;

/** The origin at which the server takes passkeys, asked once; empty while it does not say. */
function askSite(): Promise<string> {
  site ??= ask("GET /api/passkeys/site", {})
    .then(({ origin }) => origin)
    .catch(() => {
      site = null;
      return "";
    });
  return site;
}

/** Whether passkeys are offered here: by this browser, and by the server for this very address. */
export function useHasPasskeys(): boolean {
  const asked = useRequest("passkeys", canUsePasskeys() ? askSite : null);
  return asked.state === "here" && asked.value === window.location.origin;
}

/** The part that speaks to authenticators, loaded when it is needed. */
export const authenticators = () => import("../passkeys/authenticators");
