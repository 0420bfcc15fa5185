import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from '../edge/security-headers.js';
import { cacheControl } from './page-rules.js';

/**
 * `reply.sendFile` from the built SPA. Compressed copies (.br, .gz) beside a file are used. What may be kept
 * is said only about files that are there: nobody is to keep a 404 for a year.
 */
export async function addPageFiles(fastify: FastifyInstance, webRoot: string): Promise<void> {
  const root = path.resolve(webRoot);
  await fastify.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders: (reply, file) => {
      void reply.header('cache-control', cacheControl(path.relative(root, file).replaceAll(path.sep, '/')));
      void reply.header('content-security-policy', pagePolicy);
    },
  });
}
