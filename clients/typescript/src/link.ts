import type { FromClient, ToClient } from "./generated/wire.ts";
import { backoffMs } from "./backoff.ts";
import { type Answer, type Command, Outbox } from "./outbox.ts";

export const PROTOCOL = 1;
const BEAT_S = 5;
/** A command or beat that has no answer within so many beats says that the connection is dead though the socket has not noticed. */
const SILENT_BEATS = 2;
/** The same after the page was hidden or asleep, or its network has changed: then a dead connection is to be expected. */
const WAKING_MS = 2_500;
/** However often the page is woken, it tries anew once in so long. */
const TRIES_APART_MS = 1_000;
const HELLO_TIMEOUT_MS = 10_000;
/** Commands and beats are answered at once. With nothing received for so long after it, the server or the network is slow. */
const SLOW_MS = 3_000;

/** The part of a WebSocket that a Link needs. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export type LinkState = "off" | "connecting" | "up" | "lost";

export interface LinkEvents {
  frame(frame: ToClient): void;
  state(state: LinkState): void;
  /** Whether an answer is overdue on a connection that is up. */
  slow?(isSlow: boolean): void;
}

type Timer = ReturnType<typeof setTimeout>;

/**
 * One session's connection: sends `hello` and heartbeats, reconnects, and sends every unanswered command again with
 * its id. `lost` means that it is being tried again.
 */
export class Link {
  private readonly outbox = new Outbox();
  private wire: Wire | null = null;
  /** A socket that was opened before there was a session, and whether it is open by now. */
  private early: { wire: Wire; isOpen: boolean } | null = null;
  private token = "";
  private beatMs = BEAT_S * 1000;
  private attempt = 0;
  private state: LinkState = "off";
  private beatTimer: Timer | undefined;
  private silenceTimer: Timer | undefined;
  /** Runs from the first command or beat since something was received. */
  private slowTimer: Timer | undefined;
  private isSlow = false;
  /** Whether the silence is being timed. */
  private isAsked = false;
  private retryTimer: Timer | undefined;
  /** When the present or last attempt to connect began, by this clock. */
  private triedMs = -Infinity;

  constructor(
    private readonly open: () => Wire,
    private readonly events: LinkEvents,
    private readonly random: () => number = Math.random,
  ) {}

  /** Opens the socket while a session is still being asked for: `start` then says hello on it. */
  prepare(): void {
    if (this.state !== "off" || this.early) return;
    const early = { wire: this.open(), isOpen: false };
    early.wire.onopen = () => void (early.isOpen = true);
    early.wire.onclose = () => void (this.early = null);
    this.early = early;
  }

  start(token: string): void {
    this.stop();
    this.token = token;
    this.connect();
  }

  /** Another token of the session, used from the next connection on. */
  renew(token: string): void {
    this.token = token;
  }

  /** Ends the connection for good; commands still waiting are answered with `not_connected`. */
  stop(): void {
    this.drop();
    clearTimeout(this.retryTimer);
    this.outbox.clear("not_connected");
    this.attempt = 0;
    this.become("off");
  }

  /** Sends a command now, or as soon as the connection is back, until it is answered. */
  command(frame: Command): Promise<Answer> {
    const answer = this.outbox.add(frame);
    if (this.state === "up") this.ask(frame);
    return answer;
  }

  /** Sends a frame now or not at all: for frames that are sent again on every connection (`watch`). */
  sendIfUp(frame: FromClient): void {
    if (this.state === "up") this.send(frame);
  }

  /**
   * The page is seen again or awake, or the browser has a network again: a lost connection is tried at once instead of
   * after what is left of the wait, and one that seems to be up has to answer soon, for it may have died meanwhile.
   * `isOnline`: the browser has a network again, so an attempt that has failed a moment ago says nothing any more.
   */
  wake(isOnline = false): void {
    if (this.state === "off") return;
    const hasFailed = isOnline && this.wire === null;
    if (this.state === "up") {
      this.send({ t: "beat" });
      this.listen(WAKING_MS);
    } else if (hasFailed || Math.abs(Date.now() - this.triedMs) >= TRIES_APART_MS) {
      this.drop();
      this.again();
    }
  }

  /** Gives the connection up and tries anew (the browser says that its network is gone). */
  cut(): void {
    if (this.wire) this.lost();
  }

  private connect(): void {
    this.become(this.attempt > 0 ? "lost" : "connecting");
    this.triedMs = Date.now();
    const early = this.early;
    this.early = null;
    const wire = early?.wire ?? this.open();
    this.wire = wire;
    this.listen(HELLO_TIMEOUT_MS);
    wire.onopen = () => this.send({ t: "hello", token: this.token, protocol: PROTOCOL });
    if (early?.isOpen) wire.onopen();
    wire.onmessage = (event) => this.heard(String(event.data));
    wire.onclose = () => this.lost();
  }

  private heard(text: string): void {
    const frame = JSON.parse(text) as ToClient;
    this.answered();
    if (this.state === "up") clearTimeout(this.silenceTimer);
    else this.listen(HELLO_TIMEOUT_MS);
    this.isAsked = false;
    const before = frame.t === "room" ? this.outbox.frames() : [];
    if (frame.t === "room") this.up(frame.beat_s);
    const isAnswer = frame.t === "done" || frame.t === "refused" || frame.t === "legal_moves";
    if (isAnswer && this.outbox.settle(frame)) return;
    if (frame.t === "update") frame.done.forEach((id) => this.outbox.settle({ t: "done", id, version: frame.version }));
    if (frame.t === "bye") this.stop(); // coming back with this session is of no use
    this.events.frame(frame);
    // What the room itself has led to was sent at once.
    const waiting = this.outbox.frames();
    before.filter((each) => waiting.includes(each)).forEach((each) => this.ask(each));
  }

  private up(beatS: number): void {
    this.beatMs = beatS * 1000;
    this.attempt = 0;
    this.become("up");
    clearTimeout(this.silenceTimer);
    clearInterval(this.beatTimer);
    this.beatTimer = setInterval(() => this.ask({ t: "beat" }), this.beatMs);
  }

  private listen(ms: number): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.lost(), ms);
    this.isAsked = true;
  }

  /** Connects anew now; if that fails, the waits between attempts begin anew too. */
  private again(): void {
    clearTimeout(this.retryTimer);
    this.attempt = 1;
    this.connect();
  }

  private lost(): void {
    this.drop();
    this.become("lost");
    this.retryTimer = setTimeout(() => this.connect(), backoffMs(this.attempt, this.random));
    this.attempt += 1;
  }

  private drop(): void {
    clearInterval(this.beatTimer);
    clearTimeout(this.silenceTimer);
    this.isAsked = false;
    this.answered();
    const wire = this.wire;
    this.wire = null;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }

  private send(frame: FromClient): void {
    this.wire?.send(JSON.stringify(frame));
  }

  /**
   * Sends what is answered at once: a command or a beat. Silence is counted from the first one that has no answer, and not
   * from what was last received: the timers of a hidden page run once a minute, and a quiet room says nothing meanwhile.
   */
  private ask(frame: FromClient): void {
    this.send(frame);
    if (!this.isAsked) this.listen(this.beatMs * SILENT_BEATS);
    this.slowTimer ??= setTimeout(() => this.becomeSlow(true), SLOW_MS);
  }

  /** Something was received, or nothing is awaited any more. */
  private answered(): void {
    clearTimeout(this.slowTimer);
    this.slowTimer = undefined;
    this.becomeSlow(false);
  }

  private becomeSlow(isSlow: boolean): void {
    if (isSlow === this.isSlow) return;
    this.isSlow = isSlow;
    this.events.slow?.(isSlow);
  }

  private become(state: LinkState): void {
    if (state === this.state) return;
    this.state = state;
    this.events.state(state);
  }
}
