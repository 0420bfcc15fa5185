import type { FastifyInstance } from 'fastify';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { productLibrary } from '../product-library.ts';

/** `sign-in.ts <port> <database>`: checks a password against the account's argon2id hash; no session, back-off or audit. */
const [port, connectionString] = process.argv.slice(2);
const fastify = productLibrary<() => FastifyInstance>('gateway', 'fastify');
const pool = new pg.Pool({ connectionString, max: 10 });
const text = 'SELECT id, password_hash AS hash FROM users WHERE email = $1';

const app = fastify();
app.post<{ Body: { email: string; password: string } }>('/', async ({ body }, reply) => {
  const { rows } = await pool.query<{ hash: string }>({ name: 'user', text, values: [body.email] });
  const right = rows[0] && (await verify(rows[0].hash, body.password));
  return reply.status(right ? 200 : 401).send({ right });
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
