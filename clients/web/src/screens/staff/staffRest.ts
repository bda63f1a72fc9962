import { ask, newId, type DecisionBody, type OrderBody, type RoleBody, type RulingBody } from "kafeneio-client";

/** What staff ask and decide. The server says who may; here nothing is hidden from who may not. */
export const staffRest = {
  reports: (token: string) => ask("GET /api/staff/reports", { token }),
  appeals: (token: string) => ask("GET /api/staff/appeals", { token }),
  cases: (token: string) => ask("GET /api/staff/cases", { token }),
  player: (token: string, player: string) => ask("GET /api/staff/players/{player}", { token, path: { player } }),
  chat: (token: string, player: string) => ask("GET /api/staff/players/{player}/chat", { token, path: { player } }),
  money: (token: string, player: string) => ask("GET /api/staff/players/{player}/money", { token, path: { player } }),
  matches: (token: string, player: string) =>
    ask("GET /api/staff/players/{player}/matches", { token, path: { player } }),
  names: (token: string, accounts: readonly string[]) =>
    ask("GET /api/staff/names", { token, query: { accounts: accounts.join(",") } }),
  audit: (token: string, before: number | null) => ask("GET /api/staff/audit", { token, query: { before } }),
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
  revokeCard: (token: string, card: string, reason: string) =>
    ask("POST /api/staff/cards/{card}/revoke", { token, path: { card }, body: { reason } }),
  lift: (token: string, suspension: string, reason: string) =>
    ask("POST /api/staff/suspensions/{suspension}/lift", { token, path: { suspension }, body: { reason } }),
  block: (token: string, to: string, reason: string) =>
    ask("POST /api/staff/blocks", { token, body: { id: newId(), to, reason } }),
  unblock: (token: string, player: string, reason: string) =>
    ask("POST /api/staff/blocks/{player}/lift", { token, path: { player }, body: { reason } }),
  mute: (token: string, to: string, minutes: number, reason: string) =>
    ask("POST /api/moderation/mutes", { token, body: { id: newId(), to, minutes, reason } }),
  orders: (token: string) => ask("GET /api/operator/orders", { token }),
  settings: (token: string) => ask("GET /api/operator/settings", { token }),
  boards: (token: string) => ask("GET /api/operator/boards", { token }),
  order: (token: string, body: OrderBody) => ask("POST /api/operator/orders", { token, body }),
  changeRole: (token: string, body: RoleBody) => ask("POST /api/staff/roles", { token, body }),
};
