import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startWords, withTableWords } from "../i18n";
import { SandboxBanner } from "../screens/SandboxBanner";
import { applyLook, languageOf, loadSettings } from "../state/settings";

interface SharedPage {
  link: string;
  /** In a frame of another site. */
  embedded: boolean;
}

/** The page of a shared replay, `/shared/LINK`, or the one that other sites frame, `/embed/LINK`; null: another page. */
export function readShared(path: string): SharedPage | null {
  const [, place, link] = /^\/(shared|embed)\/([\w-]{1,64})\/?$/.exec(path) ?? [];
  return link === undefined ? null : { link, embedded: place === "embed" };
}

/**
 * Shows a shared replay instead of the client: without session, socket, service worker and links that are followed in
 * place, so that a frame can lead to nothing else; and in the system's own fonts, because it is most people's first page.
 */
export async function startShared(root: HTMLElement, page: SharedPage): Promise<void> {
  const settings = loadSettings();
  applyLook(settings);
  await startWords(languageOf([settings.language, ...navigator.languages]));
  const { SharedScreen } = await withTableWords(() => import("../screens/shared/SharedScreen"))();
  createRoot(root).render(
    <StrictMode>
      <SandboxBanner />
      <SharedScreen {...page} />
    </StrictMode>,
  );
}
