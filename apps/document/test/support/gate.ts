/** A point at which something stops until the test lets it continue. */
export class Gate {
  private arrived!: () => void;
  private let!: () => void;
  /** Resolves when something waits at the gate. */
  readonly reached = new Promise<void>((resolve) => (this.arrived = resolve));
  private readonly opened = new Promise<void>((resolve) => (this.let = resolve));

  async pass(): Promise<void> {
    this.arrived();
    await this.opened;
  }

  open(): void {
    this.let();
  }
}
