import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** A user's authenticator app, set up with the key shown on the page. */
export class Authenticator {
  private readonly totp: TOTP;
  private lastStep = 0;

  constructor(secret: string) {
    this.totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  }

  /**
   * A code that has not been used before. The server also accepts the code of the next 30 seconds, so two codes can be
   * used in immediate succession; a third has to wait for its time.
   */
  async next(): Promise<string> {
    const present = Math.floor(Date.now() / STEP_MS);
    const step = Math.max(present, this.lastStep + 1);
    if (step > present + 1) await delay((step - 1) * STEP_MS - Date.now());
    this.lastStep = step;
    return this.totp.generate({ timestamp: step * STEP_MS });
  }
}
