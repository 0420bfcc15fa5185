import { currentTraceparent, parentContext, toTraceparent, traceHeaders } from './traceparent.js';
import { trace } from '@opentelemetry/api';
import { pathPattern } from './path-pattern.js';
import { telemetrySettings } from './telemetry-settings.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('path patterns for traces', () => {
  it.each([
    ['/internal/claims/3f0f6a4e-8a0e-4a51-9c5e-0c3f0b7f5d10/renew', '/internal/claims/:id/renew'],
    ['/internal/users/names', '/internal/users/names'],
    ['/internal/documents/by-token?token=abc', '/internal/documents/by-token'],
    ['/tokens/aB3dE', '/tokens/:id'],
    ['/files/secret.capability', '/files/:id'],
  ])('the path %s appears in traces as %s', (path, pattern) => {
    expect(pathPattern(path)).toBe(pattern);
  });
});

describe('a traceparent', () => {
  it.each([0, 1])('a traceparent with flags %s can be written and read back', (traceFlags) => {
    const written = toTraceparent({ traceId, spanId, traceFlags });
    expect(trace.getSpanContext(parentContext(written))).toMatchObject({ traceId, spanId, traceFlags });
  });

  it.each([
    undefined,
    '',
    'nonsense',
    `01-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}-01\r\nx: y`,
  ])('the invalid traceparent %j is ignored', (malformed) => {
    expect(trace.getSpanContext(parentContext(malformed))).toBeUndefined();
  });

  it('no traceparent is sent while tracing is off', () => {
    expect(currentTraceparent()).toBeUndefined();
    expect(traceHeaders()).toEqual({});
  });
});

describe('the trace settings', () => {
  it('tracing is off by default, with a sampling rate of a tenth', () => {
    expect(telemetrySettings.parse({})).toEqual({ OTEL_TRACES_SAMPLER_ARG: 0.1 });
  });

  it.each([{ OTEL_TRACES_SAMPLER_ARG: '2' }, { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }])(
    'the invalid trace settings %j are refused',
    (given) => {
      expect(telemetrySettings.safeParse(given).success).toBe(false);
    },
  );
});
