export interface ServerEvent {
  name: string;
  data: unknown;
}

interface Listener {
  /** `quietMs`: for how many milliseconds nothing had changed when the server responded; 0 if that is unknown. */
  onOpen: (quietMs: number) => void;
  onEvent: (event: ServerEvent) => void;
}

/** The server sends a heartbeat every 15 s by default; after three missed ones the connection counts as lost. */
const silenceMs = 45_000;

/**
 * Reads a server-sent event stream with a bearer token (EventSource cannot send one) until it ends. Resolves to the
 * HTTP status of an error response, or to null when the connection was lost, ended or aborted; never throws.
 */
export async function readEvents(
  url: string,
  bearer: string,
  signal: AbortSignal,
  listener: Listener,
): Promise<number | null> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${bearer}` },
      signal: AbortSignal.any([signal, silence.signal]),
      cache: 'no-store',
    });
    if (!response.ok || !response.body) return response.status;
    listener.onOpen(Number(response.headers.get('x-quiet-ms') ?? 0));
    const parser = eventParser(listener.onEvent);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return null;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      parser(decoder.decode(value, { stream: true }));
    }
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Takes text in chunks of any size and reports each complete event; comments (heartbeats) are skipped. */
export function eventParser(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parsed(block);
      if (event) onEvent(event);
    }
  };
}

function parsed(block: string): ServerEvent | null {
  const field = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart())
      .join('\n');
  const name = field('event');
  if (name === '') return null;
  try {
    return { name, data: JSON.parse(field('data') || '{}') as unknown };
  } catch {
    // A change that cannot be parsed still counts as a change.
    return { name: 'refetch', data: {} };
  }
}
