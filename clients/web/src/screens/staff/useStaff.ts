import { useEffect, useState } from "react";
import { useApp } from "../../app/context";
import { refusal } from "../../app/useRequest";
import { staffRest } from "./staffRest";

/** The session of who looks; the console is shown only with one. */
export function useToken(): string {
  return useApp((state) => state.token) ?? "";
}

/** Names by account, asked for together. An account without a name is shown as it is. */
export function useNames(accounts: readonly string[]): (account: string) => string {
  const token = useToken();
  const [names, setNames] = useState<Record<string, string>>({});
  const missing = accounts.filter((each) => each && each !== "system" && !(each in names)).join(",");
  useEffect(() => {
    if (!missing) return;
    const asked = missing.split(",").slice(0, 100);
    staffRest.names(token, asked).then(
      (found) =>
        setNames((known) => ({ ...known, ...Object.fromEntries(asked.map((id) => [id, id])), ...found.names })),
      () => undefined, // asked for again with the next list
    );
  }, [token, missing]);
  const awaited = new Set(missing.split(","));
  return (account) => names[account] ?? (awaited.has(account) ? "…" : account);
}

/** Does one thing at a time and says what was refused. */
export function useActing(onDone: () => void) {
  const [state, setState] = useState<{ busy: boolean; refused: string | null }>({ busy: false, refused: null });
  const act = (doing: Promise<unknown>) => {
    setState({ busy: true, refused: null });
    doing.then(
      () => {
        setState({ busy: false, refused: null });
        onDone();
      },
      (error: unknown) => setState({ busy: false, refused: refusal(error).code }),
    );
  };
  return { ...state, act };
}
