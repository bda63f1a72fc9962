import { ask, type ProviderName } from "kafeneio-client";
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

/** Leaves for the provider's own page, which leads back to `/provider`. */
export async function goToProvider(provider: string, purpose: Purpose): Promise<void> {
  const { address } = await ask("POST /api/providers/{provider}/start", { path: { provider }, body: { purpose } });
  window.location.assign(address);
}
