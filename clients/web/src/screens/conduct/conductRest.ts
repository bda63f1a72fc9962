import { ask, type AppealBody, type CompanyReportBody, type ReportBody } from "kafeneio-client";

/** What players ask about conduct. */
export const conductRest = {
  report: (token: string, body: ReportBody) => ask("POST /api/reports", { token, body }),
  reportCompany: (token: string, company: string, body: CompanyReportBody) =>
    ask("POST /api/companies/{company}/reports", { token, path: { company }, body }),
  reports: (token: string) => ask("GET /api/me/reports", { token }),
  conduct: (token: string) => ask("GET /api/me/conduct", { token }),
  appeal: (body: AppealBody) => ask("POST /api/appeals", { body }),
};
