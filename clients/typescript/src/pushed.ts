/** As many items are kept until they are read; of more the oldest are dropped. */
const KEPT_MAX = 1_000;

/** What the site has sent by itself and the program has not read yet: read by `for await`, each item once. */
export class Pushed<Item> implements AsyncIterable<Item> {
  private items: Item[] = [];
  private waiting: (() => void)[] = [];

  put(item: Item): void {
    this.items.push(item);
    if (this.items.length > KEPT_MAX) this.items.shift();
    for (const done of this.waiting.splice(0)) done();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for (;;) {
      while (this.items.length === 0) await new Promise<void>((done) => this.waiting.push(done));
      yield this.items.shift()!;
    }
  }
}
