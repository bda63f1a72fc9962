import { Refused } from "kafeneio-client";
import { authenticators } from "../app/passkeys";

/** Sends what needs the password; where the account has none, a passkey is shown first and it is sent again. */
export async function withProof<T>(token: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (refused) {
    if (!(refused instanceof Refused) || refused.error !== "passkey_needed") throw refused;
  }
  const { prove, Cancelled } = await authenticators();
  try {
    await prove(token);
  } catch (stopped) {
    throw stopped instanceof Cancelled ? new Refused("passkey_needed") : stopped;
  }
  return send();
}
