import { linkValueInQuery } from '@caredrop/contracts';
import type { FastifyRequest } from 'fastify';

/** Whether the request comes from one of the patient's forms without script. */
export const isPlainUpload = ({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>) =>
  method === 'POST' && routeOptions.url === '/upload';

/**
 * Whether the request comes from a form without a file: the report that the document cannot be sent, or the look-up of
 * the next link.
 */
export const isPlainProblem = (request: Pick<FastifyRequest, 'method' | 'routeOptions' | 'headers'>) =>
  isPlainUpload(request) &&
  /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');

/** Whether the request is that look-up. Its form also marks it in its address (`plain-next.ts`). */
export function isPlainLookUp(
  request: Parameters<typeof isPlainProblem>[0] & Pick<FastifyRequest, 'query' | 'url'>,
) {
  const { next } = request.query as { next?: unknown };
  return isPlainProblem(request) && plainTokenOf(request) !== '' && next !== undefined;
}

/** The value of the link in the address of the page that contains the form; empty if it has none. */
export const plainTokenOf = ({ url }: Pick<FastifyRequest, 'url'>): string =>
  linkValueInQuery(url.slice(url.indexOf('?') + 1));
