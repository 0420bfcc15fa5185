import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CLIENT_ADDRESS_HEADER } from '../context/client-address.js';
import { requestContext } from '../context/request-context.js';

const requestIdForm = /^[A-Za-z0-9._-]{1,64}$/;
const addressForm = /^[0-9a-fA-F.:]{2,45}$/;
/** A User-Agent is cut to this many characters; real ones are shorter. */
const USER_AGENT_CHARACTERS = 512;
const originForm = /^https?:\/\/[A-Za-z0-9.:[\]-]{1,255}$/;

/**
 * Opens a request context for everything that handles a request. Trusts the headers: only other services reach a
 * service's port, and the gateway replaces what a client's headers claim (`edge.hook.ts`).
 */
export function addRequestContext(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const requestId = header(request, 'x-request-id', requestIdForm) ?? randomUUID();
    const publicOrigin = header(request, 'x-public-origin', originForm);
    const clientAddress = header(request, CLIENT_ADDRESS_HEADER, addressForm);
    const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS) ?? null;
    void reply.header('x-request-id', requestId);
    const facts = { requestId, publicOrigin, clientAddress, userAgent };
    requestContext.run({ ...facts, principal: null, caller: null }, done);
  });
}

function header(request: FastifyRequest, name: string, form: RegExp): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && form.test(value) ? value : null;
}
