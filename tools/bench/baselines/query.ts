import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { productLibrary } from '../product-library.ts';

/** `query.ts <port> <database> <{text, values} as JSON>`: returns the rows of one prepared query as JSON. */
const [port, connectionString, given = ''] = process.argv.slice(2);
const fastify = productLibrary<() => FastifyInstance>('gateway', 'fastify');
const pool = new pg.Pool({ connectionString, max: 10 });
const query = JSON.parse(given) as { text: string; values: unknown[] };

const app = fastify();
app.get('/', async () => ({ rows: (await pool.query({ name: 'list', ...query })).rows }));
await app.listen({ port: Number(port), host: '127.0.0.1' });
