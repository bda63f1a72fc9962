import type { Ticket } from "kafeneio-client";
import { Chance } from "./recording";

const DRAWS = 10_000;
const NO_SEED = "0".repeat(32);

/** Whether a drawn ticket follows from its seal and seeds; `promised`: the seal seen before, and the own seed. Null:
 * this browser cannot say. */
export async function verifyTicket(
  ticket: Ticket,
  promised: { commit: string; seed: string },
): Promise<boolean | null> {
  if (ticket.root === null || !globalThis.crypto?.subtle) return null;
  const chance = await Chance.of(ticket.root, ticket.ticket, ticket.seed ?? NO_SEED);
  const kept = (await chance.commitment()) === ticket.commit && ticket.commit === promised.commit;
  const draw = await (await chance.stream(1, "lottery")).below(DRAWS);
  return kept && ticket.seed === promised.seed && draw === ticket.draw;
}
