import { ask, newId, type Company, type CompanyLine, type Evening } from "kafeneio-client";

export type Joining = CompanyLine["joining"];
export type Role = Company["members"][number]["role"];

/** The requests about one company, or about companies to be. */
export const companyRest = {
  open: (token: string, after: string) => ask("GET /api/companies", { token, query: { after } }),
  get: (token: string, company: string) => ask("GET /api/companies/{company}", { token, path: { company } }),
  chat: (token: string, company: string) => ask("GET /api/companies/{company}/chat", { token, path: { company } }),
  found: (token: string, name: string, joining: Joining) =>
    ask("POST /api/companies", { token, body: { id: newId(), name, joining } }),
  join: (token: string, company: string) =>
    ask("POST /api/companies/{company}/join", { token, path: { company }, body: { id: newId() } }),
  leave: (token: string, company: string) =>
    ask("POST /api/companies/{company}/leave", { token, path: { company }, body: { id: newId() } }),
  answer: (token: string, company: string, accept: boolean) =>
    ask("POST /api/companies/{company}/answer", { token, path: { company }, body: { id: newId(), accept } }),
  come: (token: string, company: string, comes: boolean) =>
    ask("POST /api/companies/{company}/evening/come", { token, path: { company }, body: { id: newId(), comes } }),
};

/** What founder and hosts do in a company. */
export const hostRest = {
  change: (token: string, company: string, name: string, joining: Joining) =>
    ask("PUT /api/companies/{company}", { token, path: { company }, body: { id: newId(), name, joining } }),
  close: (token: string, company: string) =>
    ask("POST /api/companies/{company}/close", { token, path: { company }, body: { id: newId() } }),
  setPicture: (token: string, company: string, image: Blob) =>
    ask("PUT /api/companies/{company}/picture", { token, path: { company }, image }),
  deletePicture: (token: string, company: string) =>
    ask("DELETE /api/companies/{company}/picture", { token, path: { company } }),
  invite: (token: string, company: string, name: string) =>
    ask("POST /api/companies/{company}/invitations", { token, path: { company }, body: { id: newId(), name } }),
  letIn: (token: string, company: string, player: string, accept: boolean) =>
    ask("POST /api/companies/{company}/requests/{player}", {
      token,
      path: { company, player },
      body: { id: newId(), accept },
    }),
  remove: (token: string, company: string, player: string) =>
    ask("POST /api/companies/{company}/members/{player}/remove", {
      token,
      path: { company, player },
      body: { id: newId() },
    }),
  setRole: (token: string, company: string, player: string, role: Role) =>
    ask("POST /api/companies/{company}/members/{player}/role", {
      token,
      path: { company, player },
      body: { id: newId(), role },
    }),
  mute: (token: string, company: string, player: string, muted: boolean) =>
    ask("POST /api/companies/{company}/members/{player}/mute", {
      token,
      path: { company, player },
      body: { id: newId(), muted },
    }),
  setEvening: (token: string, company: string, evening: Evening | null) =>
    ask("PUT /api/companies/{company}/evening", { token, path: { company }, body: { id: newId(), evening } }),
};
