import type { Document, Token, TokenDetails } from '@caredrop/contracts';
import type { Account } from '../../stack/start-stack.ts';

/** The outcome of a call: a response with its envelope, or none. */
export type CallResult<Data> = { status: number; data: Data; message: string } | { status: 0; error: string };

const TIMEOUT_MS = 20_000;

/** API client for a signed-in clinician; its calls may fail. */
export class ClinicianClient {
  readonly email: string;
  /** Responses without a valid envelope; each is reported as a violation. */
  readonly unreadable: string[] = [];
  private readonly url: string;
  private bearer = '';

  private constructor(url: string, email: string) {
    this.url = url;
    this.email = email;
  }

  static async signIn(url: string, { email, password }: Account): Promise<ClinicianClient> {
    const client = new ClinicianClient(url, email);
    const result = await client.call<{ token: string }>('POST', '/auth/login', { email, password });
    if (result.status !== 200 || !('data' in result)) throw new Error(`${email} could not sign in`);
    client.bearer = result.data.token;
    return client;
  }

  createToken(patientRefId: string): Promise<CallResult<{ token: Token }>> {
    return this.call('POST', '/tokens', { patientRefId });
  }

  token(id: string): Promise<CallResult<{ token: TokenDetails }>> {
    return this.call('GET', `/tokens/${id}`);
  }

  documents(): Promise<CallResult<{ uploads: Document[] }>> {
    return this.call('GET', '/documents');
  }

  revoke(id: string): Promise<CallResult<unknown>> {
    return this.call('PATCH', `/tokens/${id}`, { status: 'revoked' });
  }

  deleteDocument(id: string): Promise<CallResult<unknown>> {
    return this.call('DELETE', `/upload/file/${id}`);
  }

  sendSms(id: string, phoneNumber: string): Promise<CallResult<unknown>> {
    return this.call('POST', `/tokens/${id}/send-sms`, { phoneNumber });
  }

  /** The bytes of a document, or the status of the error. */
  async download(fileUrl: string): Promise<Buffer | number> {
    const response = await fetch(fileUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const bytes = Buffer.from(await response.arrayBuffer());
    return response.ok ? bytes : response.status;
  }

  private async call<Data>(method: string, path: string, body?: unknown): Promise<CallResult<Data>> {
    const headers: Record<string, string> = {};
    if (this.bearer) headers.authorization = `Bearer ${this.bearer}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const sent = body === undefined ? undefined : JSON.stringify(body);
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(`${this.url}/api${path}`, { method, headers, body: sent, signal });
      return this.read<Data>(`${method} ${path}`, response.status, await response.text());
    } catch (error) {
      return { status: 0, error: String((error as Error).cause ?? error) };
    }
  }

  private read<Data>(what: string, status: number, text: string): CallResult<Data> {
    try {
      const { data, message = '' } = JSON.parse(text) as { data: Data; message?: string };
      if (status >= 400 && message === '') throw new Error('no message');
      return { status, data, message };
    } catch (error) {
      this.unreadable.push(`${what} returned ${String(status)} without a message (${String(error)})`);
      return { status: 0, error: 'unreadable' };
    }
  }
}
