import {
  ask,
  Refused,
  type NewPasskey,
  type OfferRegistrationBody,
  type PasskeyChallenge,
  type PasskeyCreated,
  type PasskeyShown,
} from "kafeneio-client";
import { decode, encode } from "./bytes";

/** The wish to stop was the person's own: nothing is to be said about it. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** What waits in the field of the name, if anything: a browser has one request at a time. */
let waiting: AbortController | null = null;

/** A new passkey for an account that is to be opened; the form is checked first. */
export async function makeForRegistration(body: OfferRegistrationBody): Promise<PasskeyCreated> {
  return make(await ask("POST /api/passkeys/registration", { body }));
}

/** A passkey more for the account of a session. */
export async function addTo(token: string, password: string, name: string): Promise<void> {
  const passkey = await make(await ask("POST /api/me/passkeys/challenge", { token, body: { password } }));
  await ask("POST /api/me/passkeys", { token, body: { passkey, name } });
}

/** Any passkey of this site, for signing in or for an appeal. */
export async function show(appeal = false): Promise<PasskeyShown> {
  stopWaiting(); // what is touched from now on is for this request
  return get(await ask("POST /api/passkeys/challenge", { body: { appeal } }));
}

/** Shows a passkey of the session's account: for a while the server asks for no password. */
export async function prove(token: string): Promise<void> {
  const passkey = await get(await ask("POST /api/me/passkeys/proof/challenge", { token }));
  await ask("POST /api/me/passkeys/proof", { token, body: { passkey } });
}

/** Offers passkeys in the field of the name for as long as `ended` does not say otherwise; each that is chosen is handed
 * over. A challenge that becomes too old is replaced. */
export async function offerInField(ended: AbortSignal, chosen: (passkey: PasskeyShown) => void): Promise<void> {
  while (!ended.aborted) {
    const asked = await ask("POST /api/passkeys/challenge", { body: {} }).catch(() => null);
    if (!asked || ended.aborted) return;
    const own = new AbortController();
    const timer = window.setTimeout(() => own.abort(), asked.life_ms - 15_000);
    const end = () => own.abort();
    ended.addEventListener("abort", end);
    waiting = own;
    try {
      chosen(await request(asked, { mediation: "conditional", signal: own.signal }));
    } catch {
      if (waiting !== own) return;
    } finally {
      window.clearTimeout(timer);
      ended.removeEventListener("abort", end);
    }
    if (waiting === own && !own.signal.aborted) return;
  }
}

async function make(asked: NewPasskey): Promise<PasskeyCreated> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: decode(asked.challenge),
    rp: { id: asked.rp_id, name: "Kafeneio" },
    user: { id: decode(asked.user_handle), name: asked.user_name, displayName: asked.user_name },
    pubKeyCredParams: asked.algorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: asked.exclude.map(descriptor),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
    timeout: asked.life_ms,
  };
  stopWaiting();
  const made = (await attempt(navigator.credentials.create({ publicKey }))) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    client_data: encode(response.clientDataJSON),
    attestation: encode(response.attestationObject),
    transports: (response.getTransports?.() ?? []) as NonNullable<PasskeyCreated["transports"]>,
  };
}

async function get(asked: PasskeyChallenge): Promise<PasskeyShown> {
  stopWaiting();
  return attempt(request(asked, {}));
}

async function request(asked: PasskeyChallenge, how: CredentialRequestOptions): Promise<PasskeyShown> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: decode(asked.challenge),
    rpId: asked.rp_id,
    allowCredentials: asked.allow.map(descriptor),
    userVerification: "required",
    timeout: asked.life_ms,
  };
  const found = (await navigator.credentials.get({ ...how, publicKey })) as PublicKeyCredential;
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    id: found.id,
    client_data: encode(response.clientDataJSON),
    authenticator_data: encode(response.authenticatorData),
    signature: encode(response.signature),
    user_handle: response.userHandle ? encode(response.userHandle) : "",
  };
}

const descriptor = (id: string): PublicKeyCredentialDescriptor => ({ type: "public-key", id: decode(id) });

function stopWaiting(): void {
  waiting?.abort();
  waiting = null;
}

/** What the browser has refused, as a code of the server; a person's own no is `Cancelled`. */
async function attempt<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "InvalidStateError") throw new Refused("passkey_known");
    if (name === "NotAllowedError" || name === "AbortError") throw new Cancelled(name);
    throw new Refused("passkeys_off");
  }
}
