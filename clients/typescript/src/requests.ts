import type {
  Access,
  EmailBody,
  FactorKey,
  MailSent,
  RecoveryCodes,
  ResetBody,
  AdminMessage,
  AdminMessages,
  AvatarBody,
  Branch,
  BranchBody,
  Branches,
  CareCard,
  CompetitionCard,
  CompetitionStandings,
  Competitions,
  Conduct,
  CompetitionEntry,
  Games,
  Plan,
  PlanCard,
  PlanCards,
  Templates,
  Waiting as CompetitionWaiting,
  Catalogue,
  Counts,
  LanguageBody,
  Debt,
  Drawn,
  Erasure,
  Export,
  ExportFile,
  Gift,
  GiftBody,
  GuestBody,
  GuestSession,
  Gifts,
  InviteCard,
  LimitBody,
  LoginBody,
  Lotteries,
  Me,
  PasswordBody,
  Payment,
  PaymentBody,
  Payments,
  Photo,
  Recording,
  Recordings,
  RegisterBody,
  Replay,
  SeekBody,
  Seeks,
  Session,
  Shop,
  Statistics,
  Study,
  StudyBody,
  Ticket,
  Terms,
  Tickets,
  Token,
  TransferPage,
  Wardrobe,
} from "./generated/wire.ts";
import { asking, at, type Call } from "./rest.ts";

const RECORDINGS = "/api/recordings";
const PLANS = "/api/operator/competitions";
const BRANCHES = "/api/academy/branches";

/** Accounts, sessions, passwords, mail. */
const accountRequests = (call: Call) => ({
  register: (body: RegisterBody) => call<Session>("/api/register", { method: "POST", body }),
  guest: (body: GuestBody) => call<GuestSession>("/api/guest", { method: "POST", body }),
  registerGuest: (token: string, body: RegisterBody) =>
    call<Session>("/api/me/register", { method: "POST", token, body }),
  login: (body: LoginBody) => call<Session>("/api/login", { method: "POST", body }),
  logout: (token: string) => call<unknown>("/api/logout", { method: "POST", token }),
  me: (token: string) => call<Me>("/api/me", { token }),
  changePassword: (token: string, body: PasswordBody) =>
    call<Token>("/api/me/password", { method: "POST", token, body }),
  changeLanguage: (token: string, body: LanguageBody) =>
    call<unknown>("/api/me/language", { method: "POST", token, body }),
  access: (token: string) => call<Access>("/api/me/access", { token }),
  endSessions: (token: string) => call<unknown>("/api/me/sessions", { method: "DELETE", token }),
  askConfirmation: (token: string) => call<MailSent>("/api/me/email/confirmation", { method: "POST", token }),
  changeEmail: (token: string, body: EmailBody) => call<MailSent>("/api/me/email", { method: "POST", token, body }),
  confirmEmail: (link: string) => call<unknown>("/api/email/confirm", { method: "POST", body: { link } }),
  forgotPassword: (email: string) => call<MailSent>("/api/password/forgotten", { method: "POST", body: { email } }),
  resetPassword: (body: ResetBody) => call<unknown>("/api/password/reset", { method: "POST", body }),
  beginFactor: (token: string, password: string) =>
    call<FactorKey>("/api/me/second-factor", { method: "POST", token, body: { password } }),
  confirmFactor: (token: string, code: string) =>
    call<RecoveryCodes>("/api/me/second-factor/confirm", { method: "POST", token, body: { code } }),
  endFactor: (token: string, code: string) =>
    call<unknown>("/api/me/second-factor/end", { method: "POST", token, body: { code } }),
});

/** Messages, terms, photo, one's data, searches for a game, what everybody may see. */
const personRequests = (call: Call) => ({
  messages: (token: string) => call<AdminMessages>("/api/messages", { token }),
  readMessage: (token: string, message: string) =>
    call<AdminMessage>(`/api/messages/${encodeURIComponent(message)}/read`, { method: "POST", token }),
  acknowledgeMessage: (token: string, message: string) =>
    call<AdminMessage>(`/api/messages/${encodeURIComponent(message)}/acknowledge`, { method: "POST", token }),
  terms: () => call<Terms>("/api/terms", {}),
  acceptTerms: (token: string, version: number) =>
    call<unknown>("/api/me/terms", { method: "POST", token, body: { version } }),
  statistics: (token: string) => call<Statistics>("/api/me/statistics", { token }),
  setPhoto: (token: string, image: Blob) => call<Photo>("/api/me/photo", { method: "PUT", token, image }),
  deletePhoto: (token: string) => call<unknown>("/api/me/photo", { method: "DELETE", token }),
  askExport: (token: string) => call<Export>("/api/me/export", { method: "POST", token }),
  export: (token: string) => call<Export | null>("/api/me/export", { token }),
  exportFile: (token: string) => call<ExportFile>("/api/me/export/file", { token }),
  erase: (token: string, password: string) =>
    call<Erasure>("/api/me/erasure", { method: "POST", token, body: { password } }),
  erasure: (receipt: string) => call<Erasure>(`/api/erasures/${encodeURIComponent(receipt)}`, {}),
  seeks: (token: string) => call<Seeks>("/api/me/seek", { token }),
  startSeek: (token: string, body: SeekBody) => call<Seeks>("/api/me/seek", { method: "PUT", token, body }),
  stopSeeking: (token: string) => call<unknown>("/api/me/seek", { method: "DELETE", token }),
  counts: () => call<Counts>("/api/counts", {}),
  catalogue: () => call<Catalogue>("/api/catalogue", {}),
});

/** Competitions: to look at, to play in, and what their operators do. */
const competitionRequests = (call: Call) => ({
  competitions: (token: string) => call<Competitions>("/api/competitions", { token }),
  competition: (token: string, id: string) => call<CompetitionCard>(`/api/competitions/${id}`, { token }),
  standings: (token: string, id: string, offset: number) =>
    call<CompetitionStandings>(asking(`/api/competitions/${id}/standings`, { offset, limit: 50 }), { token }),
  competitionGames: (token: string, id: string, asked: Record<string, string | number | null>) =>
    call<Games>(asking(`/api/competitions/${id}/games`, { limit: 20, ...asked }), { token }),
  enter: (token: string, id: string, command: string) =>
    call<CompetitionEntry>(`/api/competitions/${id}/entries`, { method: "POST", token, body: { id: command } }),
  withdraw: (token: string, id: string) =>
    call<unknown>(`/api/competitions/${id}/entries`, { method: "DELETE", token }),
  askGame: (token: string, id: string) =>
    call<CompetitionWaiting>(`/api/competitions/${id}/waiting`, { method: "POST", token }),
  stopWaiting: (token: string, id: string) =>
    call<unknown>(`/api/competitions/${id}/waiting`, { method: "DELETE", token }),
  ownRoles: (token: string) => call<Conduct>("/api/me/conduct", { token }).then((found) => found.roles),
  plans: (token: string, after: string | null) => call<PlanCards>(asking(PLANS, { after }), { token }),
  plan: (token: string, id: string) => call<PlanCard>(`${PLANS}/${id}`, { token }),
  previewPlan: (token: string, id: string, plan: Plan) =>
    call<PlanCard>(`${PLANS}/${id}`, { method: "PUT", token, body: { plan, preview: true } }),
  savePlan: (token: string, id: string, plan: Plan, reason: string) =>
    call<PlanCard>(`${PLANS}/${id}`, { method: "PUT", token, body: { plan, reason } }),
  publishPlan: (token: string, id: string, reason: string) =>
    call<PlanCard>(`${PLANS}/${id}/publish`, { method: "POST", token, body: { reason } }),
  cancelPlan: (token: string, id: string, reason: string) =>
    call<PlanCard>(`${PLANS}/${id}/cancel`, { method: "POST", token, body: { reason } }),
  templates: (token: string) => call<Templates>("/api/operator/templates", { token }),
});

/** Recordings and the Academy. */
const recordingRequests = (call: Call) => ({
  recordings: (token: string, before: string | null) =>
    call<Recordings>(before === null ? RECORDINGS : `${RECORDINGS}?before=${encodeURIComponent(before)}`, { token }),
  recording: (token: string, match: string) => call<Recording>(`${RECORDINGS}/${match}`, { token }),
  replay: (token: string, match: string, hand: number, first: number) =>
    call<Replay>(`${RECORDINGS}/${match}/replay?hand=${hand}&first=${first}`, { token }),
  study: (token: string, body: StudyBody) => call<Study>("/api/academy/study", { method: "POST", token, body }),
  branches: (token: string) => call<Branches>(BRANCHES, { token }),
  saveBranch: (token: string, body: BranchBody) => call<Branch>(BRANCHES, { method: "POST", token, body }),
  deleteBranch: (token: string, branch: string) =>
    call<unknown>(`${BRANCHES}/${encodeURIComponent(branch)}`, { method: "DELETE", token }),
});

/** Chips: transfers, lotteries, the shop, gifts, invitations, limits. */
const economyRequests = (call: Call) => ({
  transfers: (token: string, before: number | null, about: string | null) =>
    call<TransferPage>(asking("/api/wallet/transfers", { before, about }), { token }),
  lotteries: (token: string) => call<Lotteries>("/api/lotteries", { token }),
  openTicket: (token: string, lottery: string) =>
    call<Ticket>(`/api/lotteries/${lottery}/tickets`, { method: "POST", token }),
  drawTicket: (token: string, ticket: string, seed: string) =>
    call<Drawn>(`/api/tickets/${ticket}/draw`, { method: "POST", token, body: { seed } }),
  tickets: (token: string, before: number | null) =>
    call<Tickets>(asking("/api/tickets", { before_ms: before, limit: 10 }), { token }),
  shop: (token: string) => call<Shop>("/api/shop", { token }),
  pay: (token: string, body: PaymentBody) => call<Payment>("/api/shop/payments", { method: "POST", token, body }),
  payments: (token: string, before: number | null) =>
    call<Payments>(asking("/api/shop/payments", { before_ms: before, limit: 10 }), { token }),
  payDebt: (token: string) => call<Debt>("/api/shop/debt", { method: "POST", token }),
  confirmPayment: (token: string, payment: string) =>
    call<Payment>(`/api/shop/payments/${payment}/confirm`, { method: "POST", token }),
  buyAvatar: (token: string, body: AvatarBody) => call<Wardrobe>("/api/shop/avatars", { method: "POST", token, body }),
  wearAvatar: (token: string, avatar: string | null) =>
    call<Wardrobe>("/api/shop/avatars", { method: "PUT", token, body: { avatar } }),
  give: (token: string, table: string, body: GiftBody) =>
    call<Gift>(`/api/tables/${table}/gifts`, { method: "POST", token, body }),
  gifts: (token: string, table: string) => call<Gifts>(`/api/tables/${table}/gifts`, { token }),
  gallery: (token: string) => call<Gifts>("/api/gallery", { token }),
  inviteCard: (token: string, text: string, subject: string) =>
    call<InviteCard>(`/api/invites?${new URLSearchParams({ text, subject })}`, { token }),
  care: (token: string) => call<CareCard>("/api/care", { token }),
  setLimit: (token: string, body: LimitBody) => call<CareCard>("/api/care/limits", { method: "PUT", token, body }),
  exclude: (token: string, period: string) =>
    call<CareCard>("/api/care/exclusion", { method: "POST", token, body: { period } }),
  revokeExclusion: (token: string) => call<CareCard>("/api/care/exclusion", { method: "DELETE", token }),
  acknowledge: (token: string, what: "check" | "notice" | "limits") =>
    call<CareCard>("/api/care/acknowledged", { method: "POST", token, body: { what } }),
});

/** What players and operators ask over REST. `call`: of the site that is asked (`at`). */
export const requests = (call: Call) => ({
  ...accountRequests(call),
  ...personRequests(call),
  ...competitionRequests(call),
  ...recordingRequests(call),
  ...economyRequests(call),
});

/** The requests of a page to the site that it came from. */
export const rest = requests(at(""));
