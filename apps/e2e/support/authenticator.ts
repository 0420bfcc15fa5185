import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** A person's authenticator app, made from the key as the page shows it. */
export class Authenticator {
  private readonly totp: TOTP;
  private lastStep = 0;

  constructor(secret: string) {
    this.totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  }

  /**
   * A code that was not given before. The server takes the one after the present one as well, so two follow at once;
   * a third has to wait for its time, as people have to.
   */
  async next(): Promise<string> {
    const present = Math.floor(Date.now() / STEP_MS);
    const step = Math.max(present, this.lastStep + 1);
    if (step > present + 1) await delay((step - 1) * STEP_MS - Date.now());
    this.lastStep = step;
    return this.totp.generate({ timestamp: step * STEP_MS });
  }
}
