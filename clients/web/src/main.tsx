import "@fontsource-variable/alegreya/wght.css";
import "@fontsource-variable/alegreya/wght-italic.css";
import "@fontsource-variable/source-sans-3/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/cards.css";
import "./styles/tables.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { Client } from "./app/client";
import { ClientContext } from "./app/context";
import { showFonts } from "./app/fonts";
import { followInstall } from "./app/install";
import { installServiceWorker } from "./app/serviceWorker";
import { followLinks } from "./app/links";
import { readShared, startShared } from "./app/shared";
import { watchPresence } from "./app/presence";
import { followUpdates, loadAnew } from "./app/update";
import { followBack } from "./parts/layers";
import { followFocus } from "./parts/lostFocus";
import { listenForGestures } from "./parts/sounds";
import { startWords } from "./i18n";
import { loadRoom } from "./screens/room/load";
import type { Wire } from "kafeneio-client";
import { readArrival } from "./state/invitation";
import { readPass } from "./state/visitors";
import { languageOf, loadSettings } from "./state/settings";

/** The gateway's socket, beside the page that it has served. */
function openSocket(): Wire {
  const { protocol, host } = window.location;
  return new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}/ws`) as unknown as Wire;
}

async function start(root: HTMLElement): Promise<void> {
  followBack();
  followFocus();
  readArrival();
  readPass();
  followLinks();
  followUpdates();
  followInstall();
  listenForGestures();
  await startWords(languageOf([loadSettings().language, ...navigator.languages]));
  const client = new Client(openSocket);
  watchPresence(client);
  client.resume();
  if (client.store.getState().token) void loadRoom().catch(() => undefined); // without it the room asks again
  installServiceWorker();
  showFonts(client.store);
  createRoot(root).render(
    <StrictMode>
      <ClientContext value={client}>
        <App />
      </ClientContext>
    </StrictMode>,
  );
}

/** Without its words the page cannot say anything: there is another release by now, or no network. */
async function giveUp(): Promise<void> {
  if (!(await loadAnew())) window.location.replace("/offline.html");
}

const root = document.getElementById("root");
const shared = readShared(window.location.pathname);
if (root) (shared ? startShared(root, shared) : start(root)).catch(giveUp);
