import { at, type Ask } from "./ask.ts";
import type {
  AskComputerBody,
  AcknowledgeBody,
  AnswerProblemBody,
  AvatarBody,
  BranchBody,
  CompetitionReportBody,
  EmailBody,
  GiftBody,
  GuestBody,
  ImportMatchBody,
  LanguageBody,
  LimitBody,
  ListGamesQuery,
  ListRecordingsQuery,
  ListTransfersQuery,
  LoginBody,
  OwnCompetitionBody,
  PasswordBody,
  PaymentBody,
  Plan,
  RegisterBody,
  ResetBody,
  SeekBody,
  SetShareChoiceBody,
  StudyBody,
  StudyProblemBody,
  VisitBody,
} from "./generated/wire.ts";

/** Accounts, sessions, passwords, mail. */
const accountRequests = (ask: Ask) => ({
  register: (body: RegisterBody) => ask("POST /api/register", { body }),
  guest: (body: GuestBody) => ask("POST /api/guest", { body }),
  registerGuest: (token: string, body: RegisterBody) => ask("POST /api/me/register", { token, body }),
  login: (body: LoginBody) => ask("POST /api/login", { body }),
  logout: (token: string) => ask("POST /api/logout", { token }),
  me: (token: string) => ask("GET /api/me", { token }),
  changePassword: (token: string, body: PasswordBody) => ask("POST /api/me/password", { token, body }),
  changeLanguage: (token: string, body: LanguageBody) => ask("POST /api/me/language", { token, body }),
  access: (token: string) => ask("GET /api/me/access", { token }),
  endSessions: (token: string) => ask("DELETE /api/me/sessions", { token }),
  askConfirmation: (token: string) => ask("POST /api/me/email/confirmation", { token }),
  changeEmail: (token: string, body: EmailBody) => ask("POST /api/me/email", { token, body }),
  confirmEmail: (link: string) => ask("POST /api/email/confirm", { body: { link } }),
  forgotPassword: (email: string) => ask("POST /api/password/forgotten", { body: { email } }),
  resetPassword: (body: ResetBody) => ask("POST /api/password/reset", { body }),
  beginFactor: (token: string, password: string) => ask("POST /api/me/second-factor", { token, body: { password } }),
  confirmFactor: (token: string, code: string) => ask("POST /api/me/second-factor/confirm", { token, body: { code } }),
  endFactor: (token: string, code: string) => ask("POST /api/me/second-factor/end", { token, body: { code } }),
});

/** Other cells, which a player may visit. */
const visitRequests = (ask: Ask) => ({
  cells: (token: string) => ask("GET /api/cells", { token }),
  askPass: (token: string, cell: string) => ask("POST /api/cells/{cell}/pass", { token, path: { cell } }),
  visit: (body: VisitBody) => ask("POST /api/visit", { body }),
});

/** Messages, terms, photo, one's data, searches for a game, public data. */
const personRequests = (ask: Ask) => ({
  messages: (token: string) => ask("GET /api/messages", { token }),
  readMessage: (token: string, message: string) =>
    ask("POST /api/messages/{message}/read", { token, path: { message } }),
  acknowledgeMessage: (token: string, message: string) =>
    ask("POST /api/messages/{message}/acknowledge", { token, path: { message } }),
  conversations: (token: string) => ask("GET /api/me/conversations", { token }),
  conversation: (token: string, player: string, before?: number) =>
    ask("GET /api/me/conversations/{player}", {
      token,
      path: { player },
      query: before === undefined ? {} : { before },
    }),
  terms: () => ask("GET /api/terms", {}),
  acceptTerms: (token: string, version: number) => ask("POST /api/me/terms", { token, body: { version } }),
  statistics: (token: string) => ask("GET /api/me/statistics", { token }),
  setPhoto: (token: string, image: Blob) => ask("PUT /api/me/photo", { token, image }),
  deletePhoto: (token: string) => ask("DELETE /api/me/photo", { token }),
  askExport: (token: string) => ask("POST /api/me/export", { token }),
  export: (token: string) => ask("GET /api/me/export", { token }),
  exportFile: (token: string) => ask("GET /api/me/export/file", { token }),
  erase: (token: string, password: string) => ask("POST /api/me/erasure", { token, body: { password } }),
  erasure: (receipt: string) => ask("GET /api/erasures/{receipt}", { path: { receipt } }),
  seeks: (token: string) => ask("GET /api/me/seek", { token }),
  startSeek: (token: string, body: SeekBody) => ask("PUT /api/me/seek", { token, body }),
  stopSeeking: (token: string) => ask("DELETE /api/me/seek", { token }),
  counts: () => ask("GET /api/counts", {}),
  chance: () => ask("GET /api/chance", {}),
  luck: (token: string) => ask("GET /api/me/luck", { token }),
  catalogue: () => ask("GET /api/catalogue", {}),
});

/** Competitions: queries, commands of players, and those of operators. */
const competitionRequests = (ask: Ask) => ({
  competitions: (token: string) => ask("GET /api/competitions", { token }),
  calendar: (token: string) => ask("GET /api/calendar", { token }),
  pastCompetitions: (token: string) => ask("GET /api/calendar/past", { token }),
  invitedCompetitions: (token: string) => ask("GET /api/me/competitions/invited", { token }),
  makeCompetition: (token: string, body: OwnCompetitionBody) => ask("POST /api/competitions", { token, body }),
  startCompetition: (token: string, competition: string) =>
    ask("POST /api/competitions/{competition}/start", { token, path: { competition } }),
  callOffCompetition: (token: string, competition: string) =>
    ask("POST /api/competitions/{competition}/call-off", { token, path: { competition } }),
  reportCompetition: (token: string, competition: string, body: CompetitionReportBody) =>
    ask("POST /api/competitions/{competition}/reports", { token, path: { competition }, body }),
  ownCompetitions: (token: string) => ask("GET /api/me/competitions", { token }),
  competition: (token: string, id: string) =>
    ask("GET /api/competitions/{competition}", { token, path: { competition: id } }),
  standings: (token: string, id: string, offset: number) =>
    ask("GET /api/competitions/{competition}/standings", {
      token,
      path: { competition: id },
      query: { offset, limit: 50 },
    }),
  competitionGames: (token: string, id: string, asked: ListGamesQuery) =>
    ask("GET /api/competitions/{competition}/games", {
      token,
      path: { competition: id },
      query: { limit: 20, ...asked },
    }),
  enter: (token: string, id: string, command: string) =>
    ask("POST /api/competitions/{competition}/entries", { token, body: { id: command }, path: { competition: id } }),
  withdraw: (token: string, id: string) =>
    ask("DELETE /api/competitions/{competition}/entries", { token, path: { competition: id } }),
  askGame: (token: string, id: string) =>
    ask("POST /api/competitions/{competition}/waiting", { token, path: { competition: id } }),
  stopWaiting: (token: string, id: string) =>
    ask("DELETE /api/competitions/{competition}/waiting", { token, path: { competition: id } }),
  ownRoles: (token: string) => ask("GET /api/me/conduct", { token }).then((found) => found.roles),
  plans: (token: string, after: string | null) => ask("GET /api/operator/competitions", { token, query: { after } }),
  plan: (token: string, id: string) =>
    ask("GET /api/operator/competitions/{competition}", { token, path: { competition: id } }),
  previewPlan: (token: string, id: string, plan: Plan) =>
    ask("PUT /api/operator/competitions/{competition}", {
      token,
      body: { plan, preview: true },
      path: { competition: id },
    }),
  savePlan: (token: string, id: string, plan: Plan, reason: string) =>
    ask("PUT /api/operator/competitions/{competition}", { token, body: { plan, reason }, path: { competition: id } }),
  publishPlan: (token: string, id: string, reason: string) =>
    ask("POST /api/operator/competitions/{competition}/publish", {
      token,
      body: { reason },
      path: { competition: id },
    }),
  cancelPlan: (token: string, id: string, reason: string) =>
    ask("POST /api/operator/competitions/{competition}/cancel", { token, body: { reason }, path: { competition: id } }),
  templates: (token: string) => ask("GET /api/operator/templates", { token }),
});

/** Recordings and the Academy. */
const recordingRequests = (ask: Ask) => ({
  recordings: (token: string, before: string | null, of: Omit<ListRecordingsQuery, "before"> = {}) =>
    ask("GET /api/recordings", { token, query: { ...of, before } }),
  recording: (token: string, match: string) => ask("GET /api/recordings/{match}", { token, path: { match } }),
  matchText: (token: string, match: string) => ask("GET /api/recordings/{match}/text", { token, path: { match } }),
  replay: (token: string, match: string, hand: number, first: number) =>
    ask("GET /api/recordings/{match}/replay", { token, path: { match }, query: { hand, first } }),
  analysis: (token: string, match: string) => ask("GET /api/recordings/{match}/analysis", { token, path: { match } }),
  askAnalysis: (token: string, match: string) =>
    ask("POST /api/recordings/{match}/analysis", { token, path: { match } }),
  problems: () => ask("GET /api/problems", {}),
  ownProblems: (token: string) => ask("GET /api/me/problems", { token }),
  today: (token: string) => ask("GET /api/me/today", { token }),
  ownDays: (token: string) => ask("GET /api/me/days", { token }),
  problem: (game: string, day: string | null) => ask("GET /api/problems/{game}", { path: { game }, query: { day } }),
  answerProblem: (token: string, game: string, body: AnswerProblemBody) =>
    ask("POST /api/problems/{game}/answer", { token, body, path: { game } }),
  problemOutcome: (token: string, game: string, day: string) =>
    ask("GET /api/problems/{game}/{day}/outcome", { token, path: { game, day } }),
  studyProblem: (token: string, game: string, day: string, body: StudyProblemBody) =>
    ask("POST /api/problems/{game}/{day}/study", { token, body, path: { game, day } }),
  askHint: (token: string, table: string) => ask("POST /api/tables/{table}/hint", { token, path: { table } }),
  askComputer: (token: string, body: AskComputerBody) => ask("POST /api/academy/computer", { token, body }),
  shares: (token: string) => ask("GET /api/shares", { token }),
  chooseShares: (token: string, choice: SetShareChoiceBody["choice"]) =>
    ask("PUT /api/shares/choice", { token, body: { choice } }),
  shareMatch: (token: string, match: string, names: boolean) =>
    ask("POST /api/recordings/{match}/share", { token, body: { names }, path: { match } }),
  answerShare: (token: string, match: string, agree: boolean) =>
    ask("PUT /api/recordings/{match}/share/answer", { token, body: { agree }, path: { match } }),
  withdrawShare: (token: string, link: string) => ask("DELETE /api/shares/{link}", { token, path: { link } }),
  shared: (link: string) => ask("GET /api/shared/{link}", { path: { link } }),
  sharedReplay: (link: string, hand: number, first: number) =>
    ask("GET /api/shared/{link}/replay", { path: { link }, query: { hand, first } }),
  study: (token: string, body: StudyBody) => ask("POST /api/academy/study", { token, body }),
  branches: (token: string) => ask("GET /api/academy/branches", { token }),
  saveBranch: (token: string, body: BranchBody) => ask("POST /api/academy/branches", { token, body }),
  deleteBranch: (token: string, branch: string) =>
    ask("DELETE /api/academy/branches/{branch}", { token, path: { branch } }),
  imports: (token: string) => ask("GET /api/academy/imports", { token }),
  importMatch: (token: string, body: ImportMatchBody) => ask("POST /api/academy/imports", { token, body }),
  deleteImport: (token: string, match: string) =>
    ask("DELETE /api/academy/imports/{match}", { token, path: { match } }),
});

/** Chips: transfers, lotteries, the shop, gifts, invitations, limits. */
const economyRequests = (ask: Ask) => ({
  transfers: (token: string, before: number | null, about: ListTransfersQuery["about"]) =>
    ask("GET /api/wallet/transfers", { token, query: { before, about } }),
  lotteries: (token: string) => ask("GET /api/lotteries", { token }),
  freeTicket: (token: string) => ask("GET /api/lotteries/free", { token }),
  openTicket: (token: string, lottery: string) =>
    ask("POST /api/lotteries/{lottery}/tickets", { token, path: { lottery } }),
  drawTicket: (token: string, ticket: string, seed: string) =>
    ask("POST /api/tickets/{ticket}/draw", { token, body: { seed }, path: { ticket } }),
  tickets: (token: string, before: number | null) =>
    ask("GET /api/tickets", { token, query: { before_ms: before, limit: 10 } }),
  shop: (token: string) => ask("GET /api/shop", { token }),
  pay: (token: string, body: PaymentBody) => ask("POST /api/shop/payments", { token, body }),
  payments: (token: string, before: number | null) =>
    ask("GET /api/shop/payments", { token, query: { before_ms: before, limit: 10 } }),
  payDebt: (token: string) => ask("POST /api/shop/debt", { token }),
  confirmPayment: (token: string, payment: string) =>
    ask("POST /api/shop/payments/{payment}/confirm", { token, path: { payment } }),
  buyAvatar: (token: string, body: AvatarBody) => ask("POST /api/shop/avatars", { token, body }),
  wearAvatar: (token: string, avatar: string | null) => ask("PUT /api/shop/avatars", { token, body: { avatar } }),
  give: (token: string, table: string, body: GiftBody) =>
    ask("POST /api/tables/{table}/gifts", { token, body, path: { table } }),
  gifts: (token: string, table: string) => ask("GET /api/tables/{table}/gifts", { token, path: { table } }),
  gallery: (token: string) => ask("GET /api/gallery", { token }),
  inviteCard: (token: string, text: string, subject: string) =>
    ask("GET /api/invites", { token, query: { text, subject } }),
  care: (token: string) => ask("GET /api/care", { token }),
  setLimit: (token: string, body: LimitBody) => ask("PUT /api/care/limits", { token, body }),
  exclude: (token: string, period: string) => ask("POST /api/care/exclusion", { token, body: { period } }),
  revokeExclusion: (token: string) => ask("DELETE /api/care/exclusion", { token }),
  acknowledge: (token: string, what: AcknowledgeBody["what"]) =>
    ask("POST /api/care/acknowledged", { token, body: { what } }),
});

/** The requests of players and operators over REST. `ask`: calls the site (`at`). */
export const requests = (ask: Ask) => ({
  ...accountRequests(ask),
  ...visitRequests(ask),
  ...personRequests(ask),
  ...competitionRequests(ask),
  ...recordingRequests(ask),
  ...economyRequests(ask),
});

/** The requests of a page to the site that it came from. */
export const rest = requests(at(""));
