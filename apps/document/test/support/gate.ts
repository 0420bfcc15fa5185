/** A place where something stops until the test lets it go on. */
export class Gate {
  private arrived!: () => void;
  private let!: () => void;
  /** Resolves when somebody stands at the gate. */
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
