/**
 * The server's time, from the `now_ms` of its frames; this machine's own time of day never counts.
 * Of all stamps seen the least delayed one is kept: a stamp that took longer to arrive says less.
 */
export class ServerClock {
  private offsetMs: number | null = null;

  constructor(private readonly ticks: () => number = () => performance.now()) {}

  /** Takes over a stamp; `fresh` starts anew (a new connection, perhaps to another host). */
  hear(nowMs: number, fresh = false): void {
    const offset = nowMs - this.ticks();
    this.offsetMs = fresh || this.offsetMs === null ? offset : Math.max(this.offsetMs, offset);
  }

  nowMs(): number {
    return this.ticks() + (this.offsetMs ?? 0);
  }
}

export const serverClock = new ServerClock();
