/** A point at which work stops until the test lets it continue. */
export class Barrier {
  private arrived!: () => void;
  private let!: () => void;
  /** Resolves when a caller waits at the barrier. */
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
