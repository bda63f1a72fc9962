/**
 * The server's time, from the `now_ms` of its frames; this machine's own time of day never counts.
 * Of all stamps the least delayed one is kept, because it is the most exact.
 */
export class ServerClock {
  private offsetMs: number | null = null;

  constructor(private readonly ticks: () => number = () => performance.now()) {}

  /** Uses a stamp; `fresh` drops earlier ones (a new connection, perhaps to another host). */
  observe(nowMs: number, fresh = false): void {
    const offset = nowMs - this.ticks();
    this.offsetMs = fresh || this.offsetMs === null ? offset : Math.max(this.offsetMs, offset);
  }

  nowMs(): number {
    return this.ticks() + (this.offsetMs ?? 0);
  }
}

export const serverClock = new ServerClock();
