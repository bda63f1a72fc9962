import {
  call,
  type AppealBody,
  type AppealReceipt,
  type Conduct,
  type Receipt,
  type Receipts,
  type ReportBody,
} from "kafeneio-client";

/** What players ask about conduct. */
export const conductRest = {
  report: (token: string, body: ReportBody) => call<Receipt>("/api/reports", { method: "POST", token, body }),
  reports: (token: string) => call<Receipts>("/api/me/reports", { token }),
  conduct: (token: string) => call<Conduct>("/api/me/conduct", { token }),
  appeal: (body: AppealBody) => call<AppealReceipt>("/api/appeals", { method: "POST", body }),
};
