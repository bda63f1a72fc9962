import { useEffect, useState } from "react";
import { newId, type Order, type Setting } from "kafeneio-client";
import { refusal } from "../../../app/useRequest";
import { staffRest } from "../staffRest";
import { useToken } from "../useStaff";
import type { Value } from "./settingText";

const LOOK_AGAIN_MS = 500;
const LOOKS_MAX = 20;

interface Held {
  settings: readonly Setting[] | null;
  /** A code of what was refused. */
  refused: string | null;
  busy: boolean;
  /** The setting that was changed last. */
  done: string | null;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether somebody has changed a setting since it was shown. */
async function isOutdated(token: string, shown: Setting): Promise<boolean> {
  const { settings } = await staffRest.settings(token);
  const now = settings.find((each) => each.name === shown.name);
  return now !== undefined && JSON.stringify(now.value) !== JSON.stringify(shown.value);
}

/** The settings, and a way to change one: an order, which the service that owns the setting answers. */
export function useSettings() {
  const token = useToken();
  const [held, setHeld] = useState<Held>({ settings: null, refused: null, busy: false, done: null });
  const load = async () => {
    const { settings } = await staffRest.settings(token);
    setHeld((before) => ({ ...before, settings }));
  };
  const failed = (error: unknown) => setHeld((before) => ({ ...before, busy: false, refused: refusal(error).code }));
  useEffect(() => {
    load().catch(failed);
    // oxlint-disable-next-line react/exhaustive-deps -- once a session
  }, [token]);
  /** Whether it was changed; what was refused is in `refused`. */
  const change = async (setting: Setting, value: Value, reason: string): Promise<boolean> => {
    setHeld((before) => ({ ...before, busy: true, refused: null, done: null }));
    try {
      if (await isOutdated(token, setting)) {
        await load();
        setHeld((before) => ({ ...before, busy: false, refused: "setting_outdated" }));
        return false;
      }
      const operation = { kind: "change_setting" as const, name: setting.name, value };
      let order = (await staffRest.order(token, { id: newId(), reason, operation })) as Order;
      for (let looks = 0; order.state === "placed" && looks < LOOKS_MAX; looks += 1) {
        await pause(LOOK_AGAIN_MS);
        const id = order.id;
        order = (await staffRest.orders(token)).orders.find((each) => each.id === id) ?? order;
      }
      await load();
      const done = order.state === "done";
      setHeld((before) => ({ ...before, busy: false, refused: order.error, done: done ? setting.name : null }));
      return done;
    } catch (error) {
      failed(error);
      return false;
    }
  };
  return { ...held, change };
}
