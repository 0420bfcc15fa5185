import { z } from 'zod';

/** The tracing settings of every service. */
export const telemetrySettings = z.object({
  /** Where traces are sent, by OTLP over HTTP: for example http://otel-collector:4318. If empty, tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Share of requests that are traced, 0 to 1; decided once, where a request enters the system. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
});
export type TelemetrySettings = z.infer<typeof telemetrySettings>;
