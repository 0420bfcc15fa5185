import type { ServerResponse } from 'node:http';
import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestContext, type RequestContext } from '../context/request-context.js';
import { tracer } from '../telemetry/in-span.js';
import { tracesAreOn } from '../telemetry/start-telemetry.js';
import { parentContext } from '../telemetry/traceparent.js';

/** Paths that machines poll every few seconds, which would create too many uninteresting spans. */
const unseen = new Set(['/health/live', '/health/ready', '/metrics']);

/**
 * Opens a span for each request except those to {@link unseen} paths, named by method and route pattern. A service
 * continues its caller's trace: only other services reach its port, and they prove their identity. At the edge
 * (`believeCaller` false) every span starts a new trace: clients can choose neither our trace ids nor what we sample.
 */
export function addRequestSpans(
  fastify: FastifyInstance,
  { believeCaller }: { believeCaller: boolean },
): void {
  if (!tracesAreOn()) return;
  fastify.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    if (unseen.has(route)) return done();
    const span = startSpan(request, route, believeCaller);
    // Read only when the span ends, because the edge assigns the request's id and the guard its caller after
    // the span has begun.
    const known = requestContext.current();
    reply.raw.once('close', () => endSpan(span, reply.raw, known));
    context.with(trace.setSpan(context.active(), span), done);
  });
}

function startSpan(request: FastifyRequest, route: string, believeCaller: boolean): Span {
  const { traceparent } = request.headers;
  const parent = parentContext(believeCaller && typeof traceparent === 'string' ? traceparent : undefined);
  const attributes = { 'http.request.method': request.method, 'http.route': route };
  return tracer().startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
}

/** Adds the request id, which error pages show, so that the trace can be found by that id. */
function endSpan(span: Span, raw: ServerResponse, known: RequestContext | undefined): void {
  if (known) span.setAttribute('caredrop.request_id', known.requestId);
  if (known?.caller) span.setAttribute('caredrop.caller', known.caller);
  if (raw.headersSent) span.setAttribute('http.response.status_code', raw.statusCode);
  if (!raw.writableFinished) span.setAttribute('caredrop.broken_off', true);
  if (raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
