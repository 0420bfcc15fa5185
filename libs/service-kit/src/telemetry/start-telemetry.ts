import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { TelemetrySettings } from './telemetry-settings.js';

let running: { stop(): Promise<void> } | undefined;

/** Whether this process creates traces. */
export const tracesAreOn = (): boolean => running !== undefined;

/**
 * Sends traces to OTEL_EXPORTER_OTLP_ENDPOINT; if it is not set, the SDK is not even imported. Call before
 * the service is created. An unavailable collector causes only lost traces and warnings.
 */
export async function startTelemetry(
  service: string,
  settings: TelemetrySettings,
  logger: Logger,
): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = settings;
  if (endpoint === undefined || running) return;
  const { makeProvider } = await import('./make-provider.js');
  warnThrough(logger);
  const { provider, contexts } = makeProvider(service, endpoint, share);
  context.setGlobalContextManager(contexts);
  trace.setGlobalTracerProvider(provider);
  running = {
    stop: () =>
      provider
        .shutdown()
        .catch((error: unknown) => logger.warn({ err: error }, 'failed to send the last traces')),
  };
  logger.info({ share }, 'sending traces');
}

/** Sends pending spans; never rejects. */
export async function stopTelemetry(): Promise<void> {
  const stopping = running;
  running = undefined;
  await stopping?.stop();
  if (!stopping) return;
  trace.disable();
  context.disable();
  diag.disable();
}

/** Logs the SDK's own errors in our format; apart from the collector's name, its messages contain no data. */
function warnThrough(logger: Logger): void {
  const warn = (message: string): void =>
    logger.warn({ reason: message.slice(0, 300) }, 'failed to send traces');
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
