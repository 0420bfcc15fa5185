import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPlainUpload } from '../routing/is-plain-upload.js';
import { plainPage, type Outcome } from './plain-page.js';

/** A page of text, entirely our own. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Every response to the form without script, the gateway's own errors included, becomes a page. */
export function addPlainAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!isPlainUpload(request)) return done(null, payload);
    asPage(request, reply, payload).then((page) => done(null, page), done);
  });
}

async function asPage(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<string> {
  const body = payload instanceof Readable ? await text(payload) : typeof payload === 'string' ? payload : '';
  void reply
    .removeHeader('content-length')
    .removeHeader('content-encoding')
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy);
  return plainPage({ ...outcomeOf(body), status: reply.statusCode }, formAddress(request));
}

/** A response that is not ours (a broken service) has no message: the page has its own. */
function outcomeOf(body: string): Omit<Outcome, 'status'> {
  try {
    return JSON.parse(body) as Omit<Outcome, 'status'>;
  } catch {
    return {};
  }
}

function formAddress(request: FastifyRequest): string {
  const { token } = request.query as { token?: unknown };
  return typeof token === 'string' ? `/upload?token=${encodeURIComponent(token)}` : '/upload';
}
