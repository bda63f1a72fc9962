import {
  ask,
  newId,
  type CompanyDeedBody,
  type DecisionBody,
  type DeviceClass,
  type OrderBody,
  type RoleBody,
  type RulingBody,
  type TriedCorrectionBody,
  type TriedRoundBody,
} from "kafeneio-client";

/** Which entries of the audit log are asked for; what is left out does not matter. */
export interface AuditWanted {
  before?: number;
  subject?: string;
  actor?: string;
  action?: string;
  from_ms?: number;
  until_ms?: number;
  text?: string;
}

/** Which ended matches are asked for. */
export interface MatchesWanted {
  of?: string;
  table?: string;
  match?: string;
  from_ms?: number;
  until_ms?: number;
}

/** What data that are not public are needed for. */
export type Need = "report" | "case" | "appeal";

/** Which kinds of devices are meant; what is left out does not matter. */
export type DevicesWanted = Partial<{ [part in keyof DeviceClass]: DeviceClass[part] | undefined }>;

/** What staff ask and decide. The server says who may; here nothing is hidden from who may not. */
export const staffRest = {
  reports: (token: string) => ask("GET /api/staff/reports", { token }),
  reportsAbout: (token: string, reported: string) => ask("GET /api/staff/reports", { token, query: { reported } }),
  appeals: (token: string) => ask("GET /api/staff/appeals", { token }),
  cases: (token: string) => ask("GET /api/staff/cases", { token }),
  player: (token: string, player: string) => ask("GET /api/staff/players/{player}", { token, path: { player } }),
  chat: (token: string, player: string) => ask("GET /api/staff/players/{player}/chat", { token, path: { player } }),
  money: (token: string, player: string) => ask("GET /api/staff/players/{player}/money", { token, path: { player } }),
  moneyAbout: (token: string, player: string, about: "bets" | "free" | "lotteries", before: number | null) =>
    ask("GET /api/staff/players/{player}/money", { token, path: { player }, query: { about, before } }),
  matches: (token: string, player: string) =>
    ask("GET /api/staff/players/{player}/matches", { token, path: { player } }),
  names: (token: string, accounts: readonly string[]) =>
    ask("GET /api/staff/names", { token, query: { accounts: accounts.join(",") } }),
  accounts: (token: string, text: string) => ask("GET /api/staff/accounts", { token, query: { text } }),
  claims: (token: string) => ask("GET /api/staff/claims", { token }),
  claim: (token: string, about: string) => ask("POST /api/staff/claims", { token, body: { about } }),
  alone: (token: string) => ask("GET /api/staff/decisions", { token }),
  review: (token: string, decision: string, agreed: boolean, reason: string) =>
    ask("POST /api/staff/decisions/{decision}/review", { token, path: { decision }, body: { agreed, reason } }),
  addNote: (token: string, player: string, text: string) =>
    ask("POST /api/staff/players/{player}/notes", { token, path: { player }, body: { id: newId(), text } }),
  links: (token: string, player: string, need: Need) =>
    ask("GET /api/staff/players/{player}/links", { token, path: { player }, query: { need } }),
  devices: (token: string, player: string, need: Need, beside: readonly string[]) =>
    ask("GET /api/staff/players/{player}/devices", {
      token,
      path: { player },
      query: { need, beside: beside.join(",") },
    }),
  accountsByDevice: (token: string, wanted: DevicesWanted & { need: Need; text: string }) =>
    ask("GET /api/staff/devices", { token, query: { ...wanted } }),
  trends: (token: string) => ask("GET /api/staff/trends", { token }),
  companiesOf: (token: string, player: string) =>
    ask("GET /api/staff/players/{player}/companies", { token, path: { player } }),
  findMatches: (token: string, wanted: MatchesWanted) =>
    ask("GET /api/operator/matches", { token, query: { ...wanted } }),
  tryCorrection: (token: string, body: TriedCorrectionBody) =>
    ask("POST /api/operator/corrections/preview", { token, body }),
  rounds: (token: string, table: string) => ask("GET /api/operator/rounds", { token, query: { table } }),
  tryRound: (token: string, body: TriedRoundBody) => ask("POST /api/operator/rounds/preview", { token, body }),
  audit: (token: string, wanted: AuditWanted) => ask("GET /api/staff/audit", { token, query: { ...wanted } }),
  beginAuditExport: (token: string, { before: _before, ...wanted }: AuditWanted, id: string) =>
    ask("POST /api/staff/audit/exports", { token, body: { id, ...wanted } }),
  auditExport: (token: string, id: string, before: number | null) =>
    ask("GET /api/staff/audit/exports/{export}", {
      token,
      path: { export: id },
      query: before === null ? {} : { before },
    }),
  checkAudit: (token: string) => ask("GET /api/staff/audit/check", { token }),
  roles: (token: string) => ask("GET /api/staff/roles", { token }),
  decide: (token: string, report: string, body: DecisionBody) =>
    ask("POST /api/staff/reports/{report}/decision", { token, path: { report }, body }),
  rule: (token: string, appeal: string, body: RulingBody) =>
    ask("POST /api/staff/appeals/{appeal}/ruling", { token, path: { appeal }, body }),
  closeCase: (token: string, found: string, reason: string) =>
    ask("POST /api/staff/cases/{case}/close", { token, path: { case: found }, body: { reason } }),
  giveCard: (token: string, to: string, reason: string) =>
    ask("POST /api/staff/cards", { token, body: { id: newId(), to, reason } }),
  revokeCard: (token: string, card: string, reason: string, alone: boolean) =>
    ask("POST /api/staff/cards/{card}/revoke", { token, path: { card }, body: { reason, alone } }),
  lift: (token: string, suspension: string, reason: string, alone: boolean) =>
    ask("POST /api/staff/suspensions/{suspension}/lift", { token, path: { suspension }, body: { reason, alone } }),
  block: (token: string, to: string, reason: string) =>
    ask("POST /api/staff/blocks", { token, body: { id: newId(), to, reason } }),
  unblock: (token: string, player: string, reason: string, alone: boolean) =>
    ask("POST /api/staff/blocks/{player}/lift", { token, path: { player }, body: { reason, alone } }),
  mute: (token: string, to: string, minutes: number, reason: string) =>
    ask("POST /api/moderation/mutes", { token, body: { id: newId(), to, minutes, reason } }),
  companies: (token: string, name: string) => ask("GET /api/staff/companies", { token, query: { name } }),
  company: (token: string, company: string) => ask("GET /api/staff/companies/{company}", { token, path: { company } }),
  companyReports: (token: string, company: string, decided: boolean) =>
    ask("GET /api/staff/reports", { token, query: { company, decided } }),
  actOnCompany: (token: string, company: string, body: CompanyDeedBody) =>
    ask("POST /api/staff/companies/{company}/deeds", { token, path: { company }, body }),
  orders: (token: string) => ask("GET /api/operator/orders", { token }),
  settings: (token: string) => ask("GET /api/operator/settings", { token }),
  tryThreshold: (token: string, value: number) =>
    ask("GET /api/operator/settings/trial", { token, query: { setting: "reporters_signal", value } }),
  boards: (token: string) => ask("GET /api/operator/boards", { token }),
  order: (token: string, body: OrderBody) => ask("POST /api/operator/orders", { token, body }),
  changeRole: (token: string, body: RoleBody) => ask("POST /api/staff/roles", { token, body }),
};
