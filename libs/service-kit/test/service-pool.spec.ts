import { createTestDatabase, TcpProxy, type TestDatabase } from '@caredrop/testing';
import type { Pool } from 'pg';
import { servicePool } from '../src/index.js';

/** Long enough that opening a connection on a busy machine is not mistaken for silence. */
const SILENCE_MS = 3_000;
let database: TestDatabase;
let proxy: TcpProxy;
let pool: Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await TcpProxy.before(database.url);
  pool = servicePool(proxy.url, 1, SILENCE_MS);
});

afterEach(async () => {
  await pool.end();
  await proxy.takeAway();
  await database.drop();
});

const one = () => pool.query('SELECT 1 AS n').then(({ rows }) => rows);

describe('a pool whose database stops responding without closing the connection', () => {
  it('the statement fails, and the next one uses a new connection', async () => {
    await one();
    proxy.freeze();
    await expect(one()).rejects.toThrow('silent');
    expect(await one()).toEqual([{ n: 1 }]);
  });

  it('a connection whose transaction failed this way is not used again, even if it is released without an error', async () => {
    const client = await pool.connect();
    client.on('error', () => undefined);
    await client.query('BEGIN');
    proxy.freeze();
    await expect(client.query('SELECT 1')).rejects.toThrow('silent');
    await expect(client.query('ROLLBACK')).rejects.toThrow('not queryable');
    client.release();
    expect(await one()).toEqual([{ n: 1 }]);
  });
});

it('a statement that runs for less than the limit succeeds', async () => {
  const pauseSeconds = SILENCE_MS / 3_000;
  const { rows } = await pool.query('SELECT 1 AS n FROM pg_sleep($1)', [pauseSeconds]);
  expect(rows).toEqual([{ n: 1 }]);
});
