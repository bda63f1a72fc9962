import type {
  AdminMessage,
  AdminMessages,
  Branch,
  BranchBody,
  Branches,
  Catalogue,
  LanguageBody,
  LoginBody,
  Me,
  PasswordBody,
  Recording,
  Recordings,
  RefusalBody,
  RegisterBody,
  Replay,
  Session,
  Study,
  StudyBody,
} from "../generated/rest";

/** A refusal of the server, or `offline` when it could not be reached. */
export class Refused extends Error {
  constructor(
    readonly error: string,
    readonly detail: unknown = null,
  ) {
    super(error);
  }
}

interface Call {
  method?: "GET" | "POST" | "DELETE";
  token?: string;
  body?: unknown;
}

async function call<A>(path: string, { method = "GET", token, body }: Call): Promise<A> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused("offline");
  }
  const read: unknown = await answer.json().catch(() => null);
  if (answer.ok) return read as A;
  const refusal = read as RefusalBody | null;
  throw new Refused(refusal?.error ?? "server_error", refusal?.detail);
}

const RECORDINGS = "/api/recordings";
const BRANCHES = "/api/academy/branches";

export const rest = {
  register: (body: RegisterBody) => call<Session>("/api/register", { method: "POST", body }),
  login: (body: LoginBody) => call<Session>("/api/login", { method: "POST", body }),
  logout: (token: string) => call<unknown>("/api/logout", { method: "POST", token }),
  me: (token: string) => call<Me>("/api/me", { token }),
  changePassword: (token: string, body: PasswordBody) =>
    call<unknown>("/api/me/password", { method: "POST", token, body }),
  changeLanguage: (token: string, body: LanguageBody) =>
    call<unknown>("/api/me/language", { method: "POST", token, body }),
  messages: (token: string) => call<AdminMessages>("/api/messages", { token }),
  readMessage: (token: string, message: string) =>
    call<AdminMessage>(`/api/messages/${encodeURIComponent(message)}/read`, { method: "POST", token }),
  acknowledgeMessage: (token: string, message: string) =>
    call<AdminMessage>(`/api/messages/${encodeURIComponent(message)}/acknowledge`, { method: "POST", token }),
  catalogue: () => call<Catalogue>("/api/catalogue", {}),

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
};
