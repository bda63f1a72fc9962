import type { FromClient, ToClient } from "./generated/wire.ts";
import type { Wire } from "./link.ts";

/** A socket in a test: what was sent, and a hand to let things arrive. */
export class FakeWire implements Wire {
  readonly sent: FromClient[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.();
  }

  receive(frame: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  break(): void {
    this.onclose?.();
  }

  kinds(): string[] {
    return this.sent.map((frame) => frame.t);
  }
}
