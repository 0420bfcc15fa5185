/** One upload as received by the server; the test sends the response. */
interface FakeUpload {
  url: string;
  headers: Record<string, string>;
  form: FormData;
  progress: (loaded: number, total: number) => void;
  respond: (status: number, body: unknown, headers?: Record<string, string>) => void;
  /** The network fails during the transfer. */
  lose: () => void;
  /** The network fails after all bytes were sent. */
  loseResponse: () => void;
}

type Listener = ((event: ProgressEvent) => void) | null;

/**
 * A fake XMLHttpRequest with upload progress, which neither jsdom nor MSW simulates. Returns the list of requests, to
 * which each new one is added, and a function that restores the original. After that, a request still in progress never
 * ends; otherwise its page, though removed, would send it again during a later test.
 */
export function installFakeXhr() {
  const uploads: FakeUpload[] = [];
  const real = globalThis.XMLHttpRequest;
  let isRestored = false;

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
        respond: (status, body, headers = {}) => {
          this.upload.onload?.(event(1, 1));
          Object.assign(this, { status, responseText: JSON.stringify(body), answered: headers });
          this.end();
        },
        lose: () => this.end(),
        loseResponse: () => {
          this.upload.onload?.(event(1, 1));
          this.end();
        },
      });
    }
    private end() {
      if (!isRestored) this.onloadend?.({} as ProgressEvent);
    }
  }

  globalThis.XMLHttpRequest = FakeXhr as unknown as typeof XMLHttpRequest;
  const restore = () => {
    isRestored = true;
    globalThis.XMLHttpRequest = real;
  };
  return { uploads, restore };
}
