import {
  context,
  INVALID_SPAN_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';
import { AppError } from '../errors/app-error.js';
import { tracesAreOn } from './start-telemetry.js';
import { parentContext } from './traceparent.js';

type SpanRole = 'client' | 'producer' | 'consumer' | 'internal';

const kinds: Record<SpanRole, SpanKind> = {
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/**
 * What a span may contain: patterns, codes, counts and our own event ids. Never names, links, addresses or
 * file names.
 */
export interface SpanFacts {
  kind?: SpanRole;
  attributes?: Attributes;
  /** W3C trace context of a message or a row; the active span by default. */
  parent?: string;
}

/**
 * Runs `work` in a span, or without one if tracing is off. An error ends the span with its code or class
 * only: messages may contain personal data.
 */
export function inSpan<T>(name: string, facts: SpanFacts, work: (span: Span) => Promise<T>): Promise<T> {
  if (!tracesAreOn()) return work(noSpan);
  const { kind = 'internal', attributes = {}, parent } = facts;
  const around = parent === undefined ? context.active() : parentContext(parent);
  const span = tracer().startSpan(name, { kind: kinds[kind], attributes }, around);
  return context.with(trace.setSpan(around, span), () => ended(span, work));
}

/** A span that accepts attributes and drops them. */
const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

export const tracer = () => trace.getTracer('caredrop');

async function ended<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await work(span);
  } catch (error) {
    span.setAttribute('error.type', errorType(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** A stable name for an error. */
function errorType(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
