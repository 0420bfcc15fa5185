import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { requestContext } from '../context/request-context.js';
import { currentTraceId } from '../telemetry/traceparent.js';

export type { Logger } from 'pino';

/** Fields that must never be logged, at the top level and at the next two levels of nesting. */
const secret = [
  'password',
  'token',
  'authorization',
  'comment',
  'phoneNumber',
  'smsPhoneNumber',
  'fileName',
  'file_name',
  'body',
  'url',
  'cookie',
];

/**
 * Creates a logger that writes JSON lines to stdout with the service's name, the request id and, if the trace is
 * sampled, the trace id. 4xx are logged as info, 5xx as error. Messages are stable; details are in fields.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    serializers: { err: safeError },
    mixin: () => {
      const context = requestContext.current();
      const traceId = currentTraceId();
      return { ...(context && { requestId: context.requestId }), ...(traceId && { traceId }) };
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Keeps type, message, code and stack; other properties that libraries attach to their errors (queries, bodies,
 * responses) are left out. A Prisma error keeps only the last line of its message, and no stack.
 */
function safeError(error: Error): Record<string, unknown> {
  const { type, message, stack } = stdSerializers.err(error);
  const { code } = error as { code?: unknown };
  // The other lines of a Prisma message quote the query with its values.
  const brief = type.startsWith('Prisma') ? message.trim().split('\n').at(-1) : message;
  return { type, code, message: brief, stack: type.startsWith('Prisma') ? undefined : stack };
}
