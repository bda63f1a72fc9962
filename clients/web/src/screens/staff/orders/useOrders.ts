import { useEffect, useState } from "react";
import type { Order } from "kafeneio-client";
import { useInOrder } from "../../../app/questions";
import { refusal } from "../../../app/useRequest";
import { staffRest } from "../staffRest";
import { useToken } from "../useStaff";

const LOOK_AGAIN_MS = 1_000;

/** The newest orders; while one of them waits for its service, it is asked again. */
export function useOrders() {
  const token = useToken();
  const [held, setHeld] = useState<{ orders: readonly Order[]; refused: string | null }>({ orders: [], refused: null });
  const asking = useInOrder();
  const load = () => {
    const counts = asking();
    staffRest.orders(token).then(
      ({ orders }) => counts() && setHeld({ orders, refused: null }),
      (error: unknown) => counts() && setHeld((before) => ({ ...before, refused: refusal(error).code })),
    );
  };
  useEffect(() => {
    load();
    // oxlint-disable-next-line react/exhaustive-deps -- once a session
  }, [token]);
  const waits = held.orders.some((each) => each.state === "placed" && Date.now() - each.at_ms < 60_000);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(load, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- after each answer in which one waits
  }, [held]);
  return { ...held, load };
}
