import type { FastifyInstance } from 'fastify';
import type { Pool as UndiciPool } from 'undici';
import { productLibrary } from '../product-library.ts';

/** `validate-hop.ts <port> <target>`: forwards each request to the program behind it, to show what a second process costs. */
const [port, target = ''] = process.argv.slice(2);
const fastify = productLibrary<() => FastifyInstance>('gateway', 'fastify');
const { Pool } = productLibrary<{ Pool: typeof UndiciPool }>('gateway', 'undici');
const pool = new Pool(target, { connections: 128 });

const app = fastify();
app.get<{ Params: { token: string } }>('/:token', async ({ params }, reply) => {
  const { statusCode, body } = await pool.request({ method: 'GET', path: `/${params.token}` });
  return reply
    .status(statusCode)
    .type('application/json; charset=utf-8')
    .send(await body.text());
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
