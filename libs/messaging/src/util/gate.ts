/** A gate that opens and closes; waiting at it ends when it opens or is stopped. */
export class Gate {
  private opened = false;
  private ended = false;
  private waiting: (() => void)[] = [];

  get isOpen(): boolean {
    return this.opened;
  }

  open(): void {
    this.opened = true;
    this.letGo();
  }

  close(): void {
    this.opened = false;
  }

  /** Releases all waiters, now and later, with `false`. */
  end(): void {
    this.ended = true;
    this.letGo();
  }

  /** True once open, false once stopped. */
  async wait(): Promise<boolean> {
    while (!this.opened && !this.ended) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return !this.ended;
  }

  private letGo(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const go of waiting) go();
  }
}
