import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { productLibrary } from '../product-library.ts';

/** `validate.ts <port> <database>`: finds a link by its hash on the same index; no hop, no rules, no service identity. */
const [port, connectionString] = process.argv.slice(2);
const fastify = productLibrary<() => FastifyInstance>('gateway', 'fastify');
const pool = new pg.Pool({ connectionString, max: 10 });
const text = 'SELECT patient_ref_id, status, expires_at, confirmed_at FROM tokens WHERE link_hash = $1';

const app = fastify();
app.get<{ Params: { token: string } }>('/:token', async ({ params }, reply) => {
  const hash = createHash('sha256').update(params.token).digest();
  const { rows } = await pool.query<Record<string, unknown>>({ name: 'link', text, values: [hash] });
  if (!rows[0]) return reply.status(404).send({ status: 'fail', message: 'unknown' });
  const { patient_ref_id: patientRefId, expires_at: expiresAt } = rows[0];
  return { status: 'success', data: { patientRefId, expiresAt } };
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
