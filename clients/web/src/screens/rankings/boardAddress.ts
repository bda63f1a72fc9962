import { addressOf } from "../../app/pages";

/** The address of a board's page; without a period its present one. */
export const boardAddress = (board: string, period: string | null = null) => addressOf({ at: "boards", board, period });
