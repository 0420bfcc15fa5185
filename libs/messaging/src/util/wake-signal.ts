/** An interruptible sleep. A wake-up while awake ends the next sleep at once. */
export class WakeSignal {
  private woken = false;
  private resolveSleep: (() => void) | undefined;

  wake(): void {
    this.woken = true;
    this.resolveSleep?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.woken) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.resolveSleep = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      this.resolveSleep = undefined;
    }
    this.woken = false;
  }
}
