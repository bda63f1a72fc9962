import type { RoomFrame, TableFrame, TableLine, TableView, UpdateFrame } from "kafeneio-client";

/** Messages for tests: complete, with what matters overridden. */
export function roomFrame(change: Partial<RoomFrame["room"]> = {}): RoomFrame {
  const me = {
    account: "me",
    name: "Eleni",
    language: "en",
    created_at_ms: 0,
    second_factor: false,
    staff_session_over: false,
    guest: false,
    bot: false,
    home: null,
    scopes: null,
  } as const;
  const room = {
    me,
    players: [],
    tables: [],
    chat: [],
    invitations: [],
    table: null,
    may_bank: true,
    house_age: 21,
    notice_given: false,
    token: null,
    terms: 1,
    terms_accepted: 1,
    hall: 1,
    halls: [{ hall: 1, players: 1 }],
    halls_total: 1,
    players_total: 1,
    counts: { players: 1, matches: 0, practising: 0 },
    session: "s-1",
  };
  const own = { beat_s: 5, chips: 5_000, chips_seq: 3, elo: 1500, players_more: 0, tables_more: 0 };
  return { t: "room", now_ms: 1_000, ...own, room: { ...room, ...change } };
}

export function tableLine(change: Partial<TableLine> = {}): TableLine {
  const seat = { seat: 0, name: "Eleni", account: "me", bot: false, invited: false };
  return {
    table: "t",
    name: "Corner",
    game: "tictactoe",
    options: { size: 3 },
    stake_chips: 200,
    mode: "open",
    spectators: true,
    practice: false,
    state: "filling",
    organizer: "me",
    seats: [seat, { ...seat, seat: 1, name: null, account: null }],
    created_at_ms: 0,
    clock_factor: 1,
    bots_allowed: false,
    closes_at_ms: null,
    house: false,
    competition: null,
    company: null,
    hall: 1,
    ...change,
  };
}

export function tableView(change: Partial<TableView> = {}): TableView {
  const seat = {
    name: "Eleni",
    account: "me",
    bot: false,
    connected: true,
    elo: 1500,
    timeouts: 0,
    left: false,
    away_ms_left: null,
    free: false,
  };
  return {
    table: "t",
    name: "Corner",
    departures: [],
    game: "tictactoe",
    options: { size: 3 },
    stake_chips: 200,
    practice: false,
    untimed: false,
    clock_factor: 1,
    strength: "strong",
    spectators: true,
    organizer: 0,
    you: 0,
    phase: "playing",
    paused: false,
    number: 1,
    match: "m1",
    commit: "c1",
    deal_key: null,
    hand_version: 3,
    seats: [
      { ...seat, choice: null },
      { ...seat, name: "Nikos", account: "nikos", choice: null },
    ],
    due: [{ seat: 0, number: 7, elapsed_ms: 0, limit_ms: 30_000, ms_left: 30_000 }],
    may: [],
    choices: [],
    choose_ms_left: null,
    spectator_count: 0,
    result: null,
    game_view: {},
    house: false,
    competition: null,
    wants_seeds: false,
    window_ms_left: null,
    banking: false,
    last_shoe: null,
    catchup_ms_left: 0,
    ...change,
  };
}

export function resultView(match: string): NonNullable<TableView["result"]> {
  const seat = { place: 1, payout_chips: null, net_chips: null, elo: null, elo_delta: null, label: null };
  return {
    match,
    outcome: "won",
    reason: "won",
    winners: [0],
    points: [1, 0],
    recorded: true,
    rake_chips: null,
    unrated: "",
    seats: [seat, { ...seat, place: 2 }],
    commit: "c1",
    root: "00",
    seeds: [],
  };
}

export function tableFrame(version: number, change: Partial<TableView> = {}): TableFrame {
  return { t: "table", version, now_ms: 1_000 + version, view: tableView(change) };
}

export function updateFrame(version: number, change: Partial<TableView> = {}, done: string[] = []): UpdateFrame {
  const events = [{ version, kind: "place", data: {} }];
  return { t: "update", version, now_ms: 1_000 + version, done, events, view: tableView(change) };
}
