import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from '../edge/security-headers.js';
import { cacheControl } from './page-rules.js';

/** Headers for existing files only: a 404 must not be cached for a year. */
export const fileHeaders = (file: string): Record<string, string> => ({
  'cache-control': cacheControl(file),
  'content-security-policy': pagePolicy,
});

/** Adds `reply.sendFile` for the built SPA, with ranges, revalidation and HEAD. */
export async function addPageFiles(fastify: FastifyInstance, webRoot: string): Promise<void> {
  const root = path.resolve(webRoot);
  await fastify.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, file) =>
      void reply.headers(fileHeaders(path.relative(root, file).replaceAll(path.sep, '/'))),
  });
}
