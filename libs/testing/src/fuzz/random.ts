/** A reproducible random source (mulberry32): the same seed gives the same inputs on every machine. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A random integer from 0 up to, but not including, `below`. */
  int(below: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  }

  /** A random number from 0 up to, but not including, 1. */
  fraction(): number {
    return this.int(2 ** 32) / 2 ** 32;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const keyed = items.map((item) => ({ item, key: this.fraction() }));
    return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.int(items.length)] as Item;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.int(256)));
  }
}
