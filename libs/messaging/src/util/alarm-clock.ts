/** Sleeps until woken or until time is up. Being woken while awake makes the next sleep end at once. */
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
