import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';

/** How often spans are sent, ms. */
const SEND_EVERY_MS = 2_000;
/** Timeout for sending, ms: an unavailable collector does not delay a stop by more than this. */
const SEND_WITHIN_MS = 3_000;

/** Assembles the SDK. This module is imported only when tracing is enabled. */
export function makeProvider(service: string, endpoint: string, share: number) {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: SEND_WITHIN_MS,
  });
  const provider = new BasicTracerProvider({
    // Set explicitly: detectors would add the host, the command line and the user.
    resource: resourceFromAttributes({ 'service.namespace': 'caredrop', 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: SEND_EVERY_MS })],
  });
  return { provider, contexts: new AsyncLocalStorageContextManager().enable() };
}
