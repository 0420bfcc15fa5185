import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { appError, requestContext } from '@caredrop/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import { clientAddress, trusted, trustedHops, type ProxyTrust } from './client-address.js';
import { publicOrigin } from './public-origin.js';
import { securityHeaders } from './security-headers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address, behind trusted proxies. */
    clientAddress: string;
  }
}

/** A media type, with or without parameters: what Fastify can parse. */
const readableType = /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+\s*(;|$)/;

/**
 * Adds the hook that receives requests from outside: nothing that a request claims about itself is trusted. The request
 * id is generated here, the origin is checked against the configured ones, and the address is that of the rightmost
 * untrusted hop.
 */
export function addEdge(fastify: FastifyInstance, config: Config): void {
  const isTrusted = proxyTrust(config);
  const headers = securityHeaders(config.PUBLIC_URL);
  const overTls = config.PUBLIC_URL.startsWith('https:');
  const origins = { publicOrigin: new URL(config.PUBLIC_URL).origin, allowed: config.ALLOWED_ORIGINS };
  fastify.decorateRequest('clientAddress', '');
  acceptExpectations(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    const context = requestContext.current();
    if (!context) throw new Error('no request context at the edge');
    const protocol = protocolOf(request, isTrusted);
    context.requestId = randomUUID();
    context.publicOrigin = publicOrigin(protocol ?? 'http', request.headers.host, origins);
    request.clientAddress = addressOf(request, isTrusted);
    context.clientAddress = request.clientAddress;
    dropUnreadableType(request.raw.headers);
    void reply.headers({ ...headers, 'x-request-id': context.requestId });
    if (lacksHost(request)) return done(appError('bad_request'));
    if (overTls && protocol === 'http') return rejectPlain(request, reply, config.PUBLIC_URL, done);
    done();
  });
}

/** HTTP/1.1 requires a Host; Node's own error response would lack our headers. */
const lacksHost = ({ raw, headers }: FastifyRequest): boolean =>
  raw.httpVersionMinor >= 1 && headers.host === undefined;

/** `Expect:` with anything but 100-continue is ignored, because Node's own 417 also lacks our headers. */
function acceptExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    delete request.headers.expect;
    server.emit('request', request, response);
  });
}

const proxyTrust = ({ TRUSTED_PROXIES, TRUSTED_PROXY_HOPS }: Config): ProxyTrust =>
  TRUSTED_PROXY_HOPS === undefined ? trusted(TRUSTED_PROXIES) : trustedHops(TRUSTED_PROXY_HOPS);

function addressOf(request: FastifyRequest, isTrusted: ProxyTrust): string {
  const forwarded = request.headers['x-forwarded-for'];
  return clientAddress(request.socket.remoteAddress ?? '', String(forwarded ?? ''), isTrusted);
}

/** The scheme reported by a trusted proxy; null if there is none. */
function protocolOf(request: FastifyRequest, isTrusted: ProxyTrust): 'http' | 'https' | null {
  const believed = isTrusted(request.socket.remoteAddress ?? '', 0)
    ? request.headers['x-forwarded-proto']
    : '';
  const protocol = String(believed ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return protocol === 'https' || protocol === 'http' ? protocol : null;
}

/**
 * A request for a page is redirected to the TLS address; any other, which may have sent secrets, gets an error.
 */
function rejectPlain(
  { method, url }: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  done: (error?: Error) => void,
): void {
  const isPage = ['GET', 'HEAD'].includes(method) && !/^\/(api|health)(\/|$)/.test(url);
  if (isPage) void reply.redirect(publicUrl + url, 308);
  else done(appError('https_required'));
}

/** Fastify would respond with 415 before the caller is authenticated; the service checks the body later. */
function dropUnreadableType(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'];
  if (type !== undefined && !readableType.test(type)) delete headers['content-type'];
}
