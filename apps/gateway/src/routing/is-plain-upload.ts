import type { FastifyRequest } from 'fastify';

/** Whether the request comes from the patient's form without script. */
export const isPlainUpload = ({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>) =>
  method === 'POST' && routeOptions.url === '/upload';
