import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** A user's authenticator app: generates codes from a secret typed in by hand. */
export class Authenticator {
  private readonly totp: TOTP;

  constructor(secret: string) {
    this.totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  /** The current code, or the code that is valid `steps` steps of 30 s from now. */
  code(steps = 0): string {
    return this.totp.generate({ timestamp: Date.now() + steps * STEP_MS });
  }

  /** Six digits that are not one of the currently accepted codes. */
  wrongCode(): string {
    const right = [-2, -1, 0, 1, 2].map((steps) => this.code(steps));
    const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'];
    return wrong.find((code) => !right.includes(code)) ?? '';
  }
}
