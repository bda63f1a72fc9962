import {
  call,
  newId,
  type Appeals,
  type AuditCheck,
  type AuditPage,
  type Cases,
  type ChatPage,
  type DecisionBody,
  type Definitions,
  type Holders,
  type Names,
  type OrderBody,
  type Orders,
  type PlayerFile,
  type Recordings,
  type Reports,
  type RoleBody,
  type RulingBody,
  type Settings,
  type TransferPage,
} from "kafeneio-client";

const path = (...parts: string[]) => `/api/staff/${parts.map(encodeURIComponent).join("/")}`;
const post = (token: string, address: string, body: unknown) => call<unknown>(address, { method: "POST", token, body });

/** What staff ask and decide. The server says who may; here nothing is hidden from who may not. */
export const staffRest = {
  reports: (token: string) => call<Reports>(path("reports"), { token }),
  appeals: (token: string) => call<Appeals>(path("appeals"), { token }),
  cases: (token: string) => call<Cases>(path("cases"), { token }),
  player: (token: string, player: string) => call<PlayerFile>(path("players", player), { token }),
  chat: (token: string, player: string) => call<ChatPage>(path("players", player, "chat"), { token }),
  money: (token: string, player: string) => call<TransferPage>(path("players", player, "money"), { token }),
  matches: (token: string, player: string) => call<Recordings>(path("players", player, "matches"), { token }),
  names: (token: string, accounts: readonly string[]) =>
    call<Names>(`${path("names")}?accounts=${encodeURIComponent(accounts.join(","))}`, { token }),
  audit: (token: string, before: number | null) =>
    call<AuditPage>(path("audit") + (before === null ? "" : `?before=${before}`), { token }),
  checkAudit: (token: string) => call<AuditCheck>(path("audit", "check"), { token }),
  roles: (token: string) => call<Holders>(path("roles"), { token }),
  decide: (token: string, report: string, body: DecisionBody) => post(token, path("reports", report, "decision"), body),
  rule: (token: string, appeal: string, body: RulingBody) => post(token, path("appeals", appeal, "ruling"), body),
  closeCase: (token: string, found: string, reason: string) => post(token, path("cases", found, "close"), { reason }),
  giveCard: (token: string, to: string, reason: string) => post(token, path("cards"), { id: newId(), to, reason }),
  revokeCard: (token: string, card: string, reason: string) => post(token, path("cards", card, "revoke"), { reason }),
  lift: (token: string, suspension: string, reason: string) =>
    post(token, path("suspensions", suspension, "lift"), { reason }),
  block: (token: string, to: string, reason: string) => post(token, path("blocks"), { id: newId(), to, reason }),
  unblock: (token: string, player: string, reason: string) => post(token, path("blocks", player, "lift"), { reason }),
  mute: (token: string, to: string, minutes: number, reason: string) =>
    post(token, "/api/moderation/mutes", { id: newId(), to, minutes, reason }),
  orders: (token: string) => call<Orders>("/api/operator/orders", { token }),
  settings: (token: string) => call<Settings>("/api/operator/settings", { token }),
  boards: (token: string) => call<Definitions>("/api/operator/boards", { token }),
  order: (token: string, body: OrderBody) => post(token, "/api/operator/orders", body),
  changeRole: (token: string, body: RoleBody) => post(token, path("roles"), body),
};
