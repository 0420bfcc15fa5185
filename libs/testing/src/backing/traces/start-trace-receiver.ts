import { freePort } from '../../process/free-port.js';
import { closeServer, startSmallServer } from '../web/small-server.js';

/** A received span. */
export interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, unknown>;
  /** The complete span as it was sent, for tests that search it for personal data. */
  raw: string;
}

export interface TraceReceiver {
  /** URL for OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  /** All spans so far, oldest first. */
  spans: readonly ReceivedSpan[];
  stop(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

/** The part of OTLP's JSON that is read here. */
interface Export {
  resourceSpans?: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
}

/** Receives spans by OTLP over HTTP with JSON, as a collector does, and keeps them. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const port = await freePort();
  const server = await startSmallServer(port, [
    [
      'POST',
      /^\/v1\/traces$/,
      ({ body }) => {
        spans.push(...spansOf(JSON.parse(body) as Export));
        return { body: { partialSuccess: {} } };
      },
    ],
  ]);
  return { url: `http://127.0.0.1:${String(port)}`, spans, stop: () => closeServer(server) };
}

function spansOf({ resourceSpans = [] }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(plain(resource.attributes)['service.name']);
    return scopeSpans
      .flatMap((scope) => scope.spans)
      .map((span) => ({
        service,
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        attributes: plain(span.attributes),
        raw: JSON.stringify([resource, span]),
      }));
  });
}

const plain = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
