import type { Document, Failure, Token, TokenDetails, UploadReceipt, User } from '@caredrop/contracts';
import { Description } from './described.js';

export interface ApiResponse<Data> {
  status: number;
  body: { status: string; message?: string; data: Data } & Partial<Failure>;
  headers: Headers;
}

export interface Upload {
  bytes: Uint8Array;
  name: string;
  type: string;
  comment?: string;
  idempotencyKey?: string;
}

/** An API client: anonymous, or signed in with `signIn`. */
export class ApiClient {
  private session: string | null = null;

  constructor(readonly url: string) {}

  async signIn(credentials: { email: string; password: string }): Promise<User> {
    const { email, password } = credentials;
    const response = await this.post<{ user: User; token: string }>('/auth/login', { email, password });
    if (response.status !== 200)
      throw new Error(`sign-in returned ${response.status}: ${response.body.message}`);
    this.session = response.body.data.token;
    return response.body.data.user;
  }

  /** The session's bearer token, as the web app keeps it; null before `signIn`. */
  get bearer(): string | null {
    return this.session;
  }

  get = <Data>(path: string) => this.call<Data>('GET', path);
  post = <Data>(path: string, body?: unknown) => this.call<Data>('POST', path, body);
  patch = <Data>(path: string, body?: unknown) => this.call<Data>('PATCH', path, body);
  delete = <Data>(path: string, body?: unknown) => this.call<Data>('DELETE', path, body);

  async createToken(patientRefId: string, more: object = {}): Promise<Token> {
    return (await this.post<{ token: Token }>('/tokens', { patientRefId, ...more })).body.data.token;
  }

  /** Creates a link that asks for this date of birth. */
  async createCheckedToken(patientRefId: string, birthDate: string): Promise<Token> {
    const body = { patientRefId, patient_check: { birth_date: birthDate, initials: 'J. S.' } };
    return (await this.post<{ token: Token }>('/tokens', body)).body.data.token;
  }

  async token(id: string): Promise<TokenDetails> {
    return (await this.get<{ token: TokenDetails }>(`/tokens/${id}`)).body.data.token;
  }

  async documents(): Promise<Document[]> {
    return (await this.get<{ uploads: Document[] }>('/documents')).body.data.uploads;
  }

  async upload(link: string, upload: Upload): Promise<ApiResponse<{ upload: UploadReceipt }>> {
    const form = new FormData();
    form.set('document', new Blob([Buffer.from(upload.bytes)], { type: upload.type }), upload.name);
    if (upload.comment !== undefined) form.set('comment', upload.comment);
    const headers = upload.idempotencyKey ? { 'idempotency-key': upload.idempotencyKey } : undefined;
    const path = `/upload/${link}`;
    const response = await fetch(`${this.url}/api${path}`, {
      method: 'POST',
      body: form,
      ...(headers && { headers }),
    });
    return this.read('POST', path, response);
  }

  raw(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        ...(this.session ? { authorization: `Bearer ${this.session}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  private async call<Data>(method: string, path: string, body?: unknown): Promise<ApiResponse<Data>> {
    return this.read(method, path, await this.raw(method, path, body));
  }

  /** Throws when the response, whatever its status, does not match `/api/openapi.json`. */
  private async read<Data>(method: string, path: string, response: Response): Promise<ApiResponse<Data>> {
    const { status, headers } = response;
    const body = (await response.json()) as ApiResponse<Data>['body'];
    const [complaint] = (await Description.of(this.url)).complaints(method, path, status, body);
    if (complaint) throw new Error(complaint);
    return { status, headers, body };
  }
}
