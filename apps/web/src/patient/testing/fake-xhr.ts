/** One upload as the server would see it, answered by the test. */
export interface FakeUpload {
  url: string;
  headers: Record<string, string>;
  form: FormData;
  progress: (loaded: number, total: number) => void;
  answer: (status: number, body: unknown, headers?: Record<string, string>) => void;
  /** The network goes away while bytes leave. */
  lose: () => void;
  /** The network goes away once all bytes have left. */
  loseAnswer: () => void;
}

type Listener = ((event: ProgressEvent) => void) | null;

/**
 * Stands in for XMLHttpRequest, whose upload progress neither jsdom nor MSW plays; collects every request.
 * Returns them and the way back.
 */
export function installFakeXhr() {
  const uploads: FakeUpload[] = [];
  const real = globalThis.XMLHttpRequest;

  class FakeXhr {
    status = 0;
    responseText = '';
    onloadend: Listener = null;
    upload: { onprogress: Listener; onload: Listener } = { onprogress: null, onload: null };
    private url = '';
    private headers: Record<string, string> = {};
    private answered: Record<string, string> = {};

    open(_method: string, url: string) {
      this.url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name.toLowerCase()] = value;
    }
    getResponseHeader(name: string) {
      return this.answered[name.toLowerCase()] ?? null;
    }
    abort() {
      this.end();
    }
    send(form: FormData) {
      const event = (loaded: number, total: number) =>
        ({ lengthComputable: true, loaded, total }) as ProgressEvent;
      uploads.push({
        url: this.url,
        headers: this.headers,
        form,
        progress: (loaded, total) => this.upload.onprogress?.(event(loaded, total)),
        answer: (status, body, headers = {}) => {
          this.upload.onload?.(event(1, 1));
          Object.assign(this, { status, responseText: JSON.stringify(body), answered: headers });
          this.end();
        },
        lose: () => this.end(),
        loseAnswer: () => {
          this.upload.onload?.(event(1, 1));
          this.end();
        },
      });
    }
    private end() {
      this.onloadend?.({} as ProgressEvent);
    }
  }

  globalThis.XMLHttpRequest = FakeXhr as unknown as typeof XMLHttpRequest;
  return { uploads, restore: () => void (globalThis.XMLHttpRequest = real) };
}
