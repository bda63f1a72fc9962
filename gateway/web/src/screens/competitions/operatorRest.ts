import {
  call,
  type Audit,
  type CorrectionBody,
  type DisqualificationBody,
  type Entrants,
  type Template,
  type TemplateBody,
} from "kafeneio-client";

const COMPETITIONS = "/api/operator/competitions";

/** What operators ask about competitions, and do about those that have been announced. */
export const operatorRest = {
  entrants: (token: string, id: string, beginning: string) =>
    call<Entrants>(`${COMPETITIONS}/${id}/entrants?beginning=${encodeURIComponent(beginning)}`, { token }),
  disqualify: (token: string, id: string, body: DisqualificationBody) =>
    call<unknown>(`${COMPETITIONS}/${id}/disqualifications`, { method: "POST", token, body }),
  correctGame: (token: string, id: string, table: string, body: CorrectionBody) =>
    call<unknown>(`${COMPETITIONS}/${id}/games/${table}/corrections`, { method: "POST", token, body }),
  changes: (token: string, id: string) => call<Audit>(`${COMPETITIONS}/${id}/audit`, { token }),
  saveTemplate: (token: string, id: string, body: TemplateBody) =>
    call<Template>(`/api/operator/templates/${id}`, { method: "PUT", token, body }),
};
