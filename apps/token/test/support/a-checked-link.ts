import { randomBytes } from 'node:crypto';
import type { CheckLinkResponse, LinkCheck, Token } from '@caredrop/contracts';
import { ana, type ApiResponse, type TokenApp } from './token-app.js';

export const BORN = '1948-03-27';
export const WRONG = '1948-03-28';

/** A link that asks for {@link BORN}. */
export async function aCheckedLink(app: TokenApp): Promise<Token> {
  const body = { patientRefId: 'P-1', patient_check: { birth_date: BORN, initials: 'J. S.' } };
  const response = await app.call<{ token: Token }>('POST', '/tokens', { as: ana, body });
  return response.body.data.token;
}

/** A patient's browser: enters dates of birth, keeps the proof, and sends it with later requests. */
export class CheckedBrowser {
  readonly key = randomBytes(16).toString('hex');
  proof: string | undefined;

  constructor(
    private readonly app: TokenApp,
    private readonly link: string,
  ) {}

  async give(birthDate: string): Promise<ApiResponse<CheckLinkResponse & { check?: LinkCheck }>> {
    const body = { token: this.link, birth_date: birthDate, browser: this.key };
    const response = await this.app.call<CheckLinkResponse>('POST', '/links/check', { body });
    if (response.status === 200) this.proof = response.body.data.proof;
    return response;
  }

  get patient() {
    return this.proof === undefined ? undefined : { proof: this.proof, browser: this.key };
  }

  async check(): Promise<LinkCheck | undefined> {
    const headers = { 'x-patient-browser': this.key, ...(this.proof && { 'x-patient-proof': this.proof }) };
    const body = { token: this.link };
    const response = await this.app.call<{ check?: LinkCheck }>('POST', '/links/validate', { body, headers });
    return response.body.data.check;
  }
}
