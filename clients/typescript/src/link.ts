import type { FromClient, ToClient } from "./generated/wire.ts";
import { backoffMs } from "./backoff.ts";
import { type Answer, type Command, Outbox } from "./outbox.ts";

export const PROTOCOL = 1;
const BEAT_S = 5;
/** Without data for this many beats the connection is dead even if the socket has not noticed. */
const SILENT_BEATS = 3;
const HELLO_TIMEOUT_MS = 10_000;
/** Commands and beats are answered at once. With nothing heard for so long after it, the server or the network is slow. */
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
  private token = "";
  private beatMs = BEAT_S * 1000;
  private attempt = 0;
  private state: LinkState = "off";
  private beatTimer: Timer | undefined;
  private silenceTimer: Timer | undefined;
  /** Runs from the first command or beat since something was heard. */
  private slowTimer: Timer | undefined;
  private isSlow = false;
  private retryTimer: Timer | undefined;

  constructor(
    private readonly open: () => Wire,
    private readonly events: LinkEvents,
    private readonly random: () => number = Math.random,
  ) {}

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
  tell(frame: FromClient): void {
    if (this.state === "up") this.send(frame);
  }

  /** Tries at once instead of waiting for the next attempt (the browser reports that it is online again). */
  hurry(): void {
    if (this.state !== "lost" || this.wire) return;
    clearTimeout(this.retryTimer);
    this.connect();
  }

  /** Gives the connection up and tries anew (the browser says that its network is gone). */
  cut(): void {
    if (this.wire) this.lost();
  }

  private connect(): void {
    this.become(this.attempt > 0 ? "lost" : "connecting");
    const wire = this.open();
    this.wire = wire;
    this.listen(HELLO_TIMEOUT_MS);
    wire.onopen = () => this.send({ t: "hello", token: this.token, protocol: PROTOCOL });
    wire.onmessage = (event) => this.heard(String(event.data));
    wire.onclose = () => this.lost();
  }

  private heard(text: string): void {
    const frame = JSON.parse(text) as ToClient;
    this.answered();
    this.listen(this.state === "up" ? this.beatMs * SILENT_BEATS : HELLO_TIMEOUT_MS);
    if (frame.t === "room") this.up(frame.beat_s);
    const isAnswer = frame.t === "done" || frame.t === "refused" || frame.t === "legal_moves";
    if (isAnswer && this.outbox.settle(frame)) return;
    if (frame.t === "update") frame.done.forEach((id) => this.outbox.settle({ t: "done", id, version: frame.version }));
    if (frame.t === "bye") this.stop(); // coming back with this session is of no use
    this.events.frame(frame);
    if (frame.t === "room") this.outbox.frames().forEach((waiting) => this.ask(waiting));
  }

  private up(beatS: number): void {
    this.beatMs = beatS * 1000;
    this.attempt = 0;
    this.become("up");
    this.listen(this.beatMs * SILENT_BEATS);
    clearInterval(this.beatTimer);
    this.beatTimer = setInterval(() => this.ask({ t: "beat" }), this.beatMs);
  }

  private listen(ms: number): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.lost(), ms);
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

  /** Sends what is answered at once: a command or a beat. */
  private ask(frame: FromClient): void {
    this.send(frame);
    this.slowTimer ??= setTimeout(() => this.becomeSlow(true), SLOW_MS);
  }

  /** Something was heard, or nothing is awaited any more. */
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
