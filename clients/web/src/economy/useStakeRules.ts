import type { StakeRules } from "kafeneio-client";
import { useApp } from "../app/context";

/** The operator's limits of stakes and steps of the rake; null while they are not known. */
export function useStakeRules(): StakeRules | null {
  return useApp((state) => state.stakes);
}
