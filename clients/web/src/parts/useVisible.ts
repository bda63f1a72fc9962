import { useSyncExternalStore } from "react";

/** Whether somebody can see this page: it is not in a tab behind another one. */
export function useVisible(): boolean {
  return useSyncExternalStore(listen, () => document.visibilityState === "visible");
}

function listen(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
