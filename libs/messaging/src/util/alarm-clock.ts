/** An interruptible sleep. A wake-up while awake ends the next sleep at once. */
export class AlarmClock {
  private woken = false;
  private getUp: (() => void) | undefined;

  wake(): void {
    this.woken = true;
    this.getUp?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.woken) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.getUp = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      this.getUp = undefined;
    }
    this.woken = false;
  }
}
