import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { requestContext } from '@caredrop/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import { clientAddress, trusted } from './client-address.js';
import { publicOrigin } from './public-origin.js';
import { securityHeaders } from './security-headers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's address, behind the proxies we trust. */
    clientAddress: string;
  }
}

/** `type/subtype` with anything after it: what Fastify can read. */
const readableType = /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+\s*(;|$)/;

/**
 * The first thing that happens to a request from outside: nothing it says about itself is believed. The
 * request id is ours, the origin one of ours, the address that of the rightmost untrusted hop.
 */
export function addEdge(fastify: FastifyInstance, config: Config): void {
  const isTrusted = trusted(config.TRUSTED_PROXIES);
  const headers = securityHeaders(config.PUBLIC_URL);
  const origins = { publicOrigin: new URL(config.PUBLIC_URL).origin, allowed: config.ALLOWED_ORIGINS };
  fastify.decorateRequest('clientAddress', '');
  fastify.addHook('onRequest', (request, reply, done) => {
    const context = requestContext.current();
    if (!context) throw new Error('no request context at the edge');
    const protocol = protocolOf(request, isTrusted);
    context.requestId = randomUUID();
    context.publicOrigin = publicOrigin(protocol, request.headers.host, origins);
    request.clientAddress = addressOf(request, isTrusted);
    dropUnreadableType(request.raw.headers);
    void reply.headers({ ...headers, 'x-request-id': context.requestId });
    done();
  });
}

type IsTrusted = (address: string) => boolean;

function addressOf(request: FastifyRequest, isTrusted: IsTrusted): string {
  const forwarded = request.headers['x-forwarded-for'];
  return clientAddress(request.socket.remoteAddress ?? '', String(forwarded ?? ''), isTrusted);
}

function protocolOf(request: FastifyRequest, isTrusted: IsTrusted): 'http' | 'https' {
  const believed = isTrusted(request.socket.remoteAddress ?? '') ? request.headers['x-forwarded-proto'] : '';
  return String(believed).split(',').at(-1)?.trim() === 'https' ? 'https' : 'http';
}

/** Fastify would answer 415 before anybody asked who is calling; the service judges the body in its turn. */
function dropUnreadableType(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'];
  if (type !== undefined && !readableType.test(type)) delete headers['content-type'];
}
