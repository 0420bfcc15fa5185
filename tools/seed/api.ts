/** A signed-in user at the public API; a call that fails throws the message of its response. */
export class Api {
  private readonly url: string;
  private session = '';

  constructor(url: string) {
    this.url = url;
  }

  async signIn(email: string, password: string): Promise<this> {
    this.session = (await this.post<{ token: string }>('/auth/login', { email, password })).token;
    return this;
  }

  get<Data>(path: string): Promise<Data> {
    return this.call<Data>('GET', path);
  }

  post<Data>(path: string, body: unknown): Promise<Data> {
    return this.call<Data>('POST', path, body);
  }

  patch<Data>(path: string, body: unknown): Promise<Data> {
    return this.call<Data>('PATCH', path, body);
  }

  delete<Data>(path: string): Promise<Data> {
    return this.call<Data>('DELETE', path);
  }

  /** Uploads a file as the patient's page does. */
  async upload(link: string, file: Blob, name: string, comment?: string): Promise<void> {
    const form = new FormData();
    if (comment) form.set('comment', comment);
    form.set('document', file, name);
    await read(await fetch(`${this.url}/api/upload/${link}`, { method: 'POST', body: form }));
  }

  private async call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const headers: Record<string, string> = {};
    if (this.session) headers.authorization = `Bearer ${this.session}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return read<Data>(response);
  }
}

async function read<Data>(response: Response): Promise<Data> {
  const body = (await response.json()) as { message?: string; data: Data };
  if (!response.ok) throw new Error(`${String(response.status)}: ${body.message ?? 'no reason given'}`);
  return body.data;
}
