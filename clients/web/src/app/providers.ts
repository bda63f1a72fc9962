import { ask, type ProviderName } from "kafeneio-client";
import { read, write } from "../state/storage";
import { follow, goTo, readPage } from "./pages";
import { useRequest } from "./useRequest";

export type Purpose = "enter" | "link" | "prove";

let listed: Promise<ProviderName[]> | null = null;

/** The OpenID providers that the operator has named, asked once; none while the server does not say. */
function askProviders(): Promise<ProviderName[]> {
  listed ??= ask("GET /api/providers", {})
    .then(({ providers }) => providers)
    .catch(() => {
      listed = null;
      return [];
    });
  return listed;
}

/** The providers by which one may come in. */
export function useProviders(): readonly ProviderName[] {
  const asked = useRequest("providers", askProviders);
  return asked.state === "here" ? asked.value : [];
}

/** The address of a program's question, kept while whoever is asked signs in elsewhere. */
const QUESTION = "kafeneio.question";

/** Leaves for the provider's own page, which leads back to `/provider`. */
export async function goToProvider(provider: string, purpose: Purpose): Promise<void> {
  const { address } = await ask("POST /api/providers/{provider}/start", { path: { provider }, body: { purpose } });
  const { pathname, search } = window.location;
  const isAsked = purpose === "enter" && readPage(pathname)?.at === "consent";
  write(QUESTION, isAsked ? pathname + search : null, "tab");
  window.location.assign(address);
}

/** After signing in elsewhere: to the question of a program that led there, else to the room. */
export function goOn(): void {
  const question = read(QUESTION, "tab");
  write(QUESTION, null, "tab");
  if (question !== null && readPage(question.split("?")[0] ?? "")?.at === "consent") follow(question);
  else goTo(null);
}
