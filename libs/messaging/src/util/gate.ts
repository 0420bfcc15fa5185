/** A gate that opens and closes. Waiting ends when the gate opens or is ended. */
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

  /** Resolves to true once open, to false once ended. */
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
