import type { Document, Token, TokenDetails } from '@caredrop/contracts';
import type { Account } from '../../stack/start-stack.ts';

/** The outcome of a call: a response with its envelope, or none. */
export type Answer<Data> = { status: number; data: Data; message: string } | { status: 0; error: string };

const PATIENCE_MS = 20_000;

/** API client for a signed-in clinician; its calls may fail. */
export class Staff {
  readonly email: string;
  /** Responses without a valid envelope: each is a finding. */
  readonly unreadable: string[] = [];
  private readonly url: string;
  private bearer = '';

  private constructor(url: string, email: string) {
    this.url = url;
    this.email = email;
  }

  static async signIn(url: string, { email, password }: Account): Promise<Staff> {
    const staff = new Staff(url, email);
    const answer = await staff.call<{ token: string }>('POST', '/auth/login', { email, password });
    if (answer.status !== 200 || !('data' in answer)) throw new Error(`${email} could not sign in`);
    staff.bearer = answer.data.token;
    return staff;
  }

  createToken(patientRefId: string): Promise<Answer<{ token: Token }>> {
    return this.call('POST', '/tokens', { patientRefId });
  }

  token(id: string): Promise<Answer<{ token: TokenDetails }>> {
    return this.call('GET', `/tokens/${id}`);
  }

  documents(): Promise<Answer<{ uploads: Document[] }>> {
    return this.call('GET', '/documents');
  }

  revoke(id: string): Promise<Answer<unknown>> {
    return this.call('PATCH', `/tokens/${id}`, { status: 'revoked' });
  }

  deleteDocument(id: string): Promise<Answer<unknown>> {
    return this.call('DELETE', `/upload/file/${id}`);
  }

  sendSms(id: string, phoneNumber: string): Promise<Answer<unknown>> {
    return this.call('POST', `/tokens/${id}/send-sms`, { phoneNumber });
  }

  /** The bytes of a document, or the status of the error. */
  async download(fileUrl: string): Promise<Buffer | number> {
    const response = await fetch(fileUrl, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const bytes = Buffer.from(await response.arrayBuffer());
    return response.ok ? bytes : response.status;
  }

  private async call<Data>(method: string, path: string, body?: unknown): Promise<Answer<Data>> {
    const headers: Record<string, string> = {};
    if (this.bearer) headers.authorization = `Bearer ${this.bearer}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const sent = body === undefined ? undefined : JSON.stringify(body);
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const response = await fetch(`${this.url}/api${path}`, { method, headers, body: sent, signal });
      return this.read<Data>(`${method} ${path}`, response.status, await response.text());
    } catch (error) {
      return { status: 0, error: String((error as Error).cause ?? error) };
    }
  }

  private read<Data>(what: string, status: number, text: string): Answer<Data> {
    try {
      const { data, message = '' } = JSON.parse(text) as { data: Data; message?: string };
      if (status >= 400 && message === '') throw new Error('no sentence');
      return { status, data, message };
    } catch (error) {
      this.unreadable.push(`${what} answered ${String(status)} without a sentence (${String(error)})`);
      return { status: 0, error: 'unreadable' };
    }
  }
}
