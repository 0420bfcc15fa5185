import type { FastifyRequest } from 'fastify';

/** Whether the request comes from the patient's form without script. */
export const isPlainUpload = ({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>) =>
  method === 'POST' && routeOptions.url === '/upload';

/** Whether it is the small form for patients who cannot send the document: the other one sends a file. */
export const isPlainProblem = (request: Pick<FastifyRequest, 'method' | 'routeOptions' | 'headers'>) =>
  isPlainUpload(request) &&
  /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
