import { ask, type AppealBody, type ReportBody } from "kafeneio-client";

/** What players ask about conduct. */
export const conductRest = {
  report: (token: string, body: ReportBody) => ask("POST /api/reports", { token, body }),
  reports: (token: string) => ask("GET /api/me/reports", { token }),
  conduct: (token: string) => ask("GET /api/me/conduct", { token }),
  appeal: (body: AppealBody) => ask("POST /api/appeals", { body }),
};
