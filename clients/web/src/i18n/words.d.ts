import type access from "./en/access.json";
import type account from "./en/account.json";
import type app from "./en/app.json";
import type audit from "./en/audit.json";
import type blocked from "./en/blocked.json";
import type conduct from "./en/conduct.json";
import type cards from "./en/cards.json";
import type competitions from "./en/competitions.json";
import type economy from "./en/economy.json";
import type error from "./en/error.json";
import type friends from "./en/friends.json";
import type halls from "./en/halls.json";
import type guest from "./en/guest.json";
import type play from "./en/play.json";
import type rankings from "./en/rankings.json";
import type records from "./en/records.json";
import type seek from "./en/seek.json";
import type sent from "./en/sent.json";
import type setting from "./en/setting.json";
import type staff from "./en/staff.json";
import type terms from "./en/terms.json";
import type visits from "./en/visits.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "app";
    resources: {
      access: typeof access;
      account: typeof account;
      app: typeof app;
      audit: typeof audit;
      blocked: typeof blocked;
      cards: typeof cards;
      competitions: typeof competitions;
      conduct: typeof conduct;
      economy: typeof economy;
      error: typeof error;
      friends: typeof friends;
      halls: typeof halls;
      guest: typeof guest;
      play: typeof play;
      rankings: typeof rankings;
      records: typeof records;
      seek: typeof seek;
      sent: typeof sent;
      setting: typeof setting;
      staff: typeof staff;
      terms: typeof terms;
      visits: typeof visits;
    };
  }
}
