import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Language } from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClinicContact } from '../clinic/clinic-contact.js';
import { wantedLanguage } from '../pages/wanted-language.js';
import { isPlainLookUp, isPlainProblem, isPlainUpload, plainTokenOf } from '../routing/is-plain-upload.js';
import type { NextLink } from './next-link.js';
import { mayLeadOn, plainPage, plainProblemPage, type Outcome } from './plain-page.js';

/** The policy of a text page that is built entirely here. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Renders every response to the forms without script as a page, including the gateway's own errors. */
export function addPlainResponses(
  fastify: FastifyInstance,
  contact: ClinicContact,
  offered: readonly Language[],
  nextLink: Pick<NextLink, 'find'>,
): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!isPlainUpload(request)) return done(null, payload);
    asPage(request, reply, payload, contact, wantedLanguage(request, offered), nextLink).then(
      (page) => done(null, page),
      done,
    );
  });
}

async function asPage(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  contact: ClinicContact,
  language: Language,
  nextLink: Pick<NextLink, 'find'>,
): Promise<string> {
  const body = payload instanceof Readable ? await text(payload) : typeof payload === 'string' ? payload : '';
  void reply
    .removeHeader('content-length')
    .removeHeader('content-encoding')
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('vary', 'accept-language');
  const copy = patientCopy(language.id);
  const outcome = { ...outcomeOf(body), status: reply.statusCode };
  const token = plainTokenOf(request);
  const form = formAddress(token);
  if (isPlainProblem(request) && !outcome.data?.next)
    return isPlainLookUp(request)
      ? plainPage(copy, { ...outcome, data: { next: true } }, form, contact, null)
      : plainProblemPage(copy, outcome, form, contact);
  const next = token !== '' && mayLeadOn(outcome) ? await nextLink.find(request, token) : undefined;
  return plainPage(copy, outcome, form, contact, next);
}

/** A response that is not ours (a broken service) has no code; the page uses a general sentence for it. */
function outcomeOf(body: string): Omit<Outcome, 'status'> {
  try {
    return JSON.parse(body) as Omit<Outcome, 'status'>;
  } catch {
    return {};
  }
}

const formAddress = (token: string) =>
  token === '' ? '/upload' : `/upload?token=${encodeURIComponent(token)}`;
