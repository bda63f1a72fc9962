import { ask, type CorrectionBody, type DisqualificationBody, type TemplateBody } from "kafeneio-client";

/** What operators ask about competitions, and do about those that have been announced. */
export const operatorRest = {
  entrants: (token: string, competition: string, beginning: string) =>
    ask("GET /api/operator/competitions/{competition}/entrants", {
      token,
      path: { competition },
      query: { beginning },
    }),
  disqualify: (token: string, competition: string, body: DisqualificationBody) =>
    ask("POST /api/operator/competitions/{competition}/disqualifications", { token, path: { competition }, body }),
  correctGame: (token: string, competition: string, table: string, body: CorrectionBody) =>
    ask("POST /api/operator/competitions/{competition}/games/{table}/corrections", {
      token,
      path: { competition, table },
      body,
    }),
  changes: (token: string, competition: string) =>
    ask("GET /api/operator/competitions/{competition}/audit", { token, path: { competition } }),
  saveTemplate: (token: string, template: string, body: TemplateBody) =>
    ask("PUT /api/operator/templates/{template}", { token, path: { template }, body }),
};
