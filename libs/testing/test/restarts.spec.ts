import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { connect } from 'amqplib';
import pg from 'pg';
import { dockerResponds, processInfo, startPostgres, startRabbitmq } from '../src/backing/index.js';
import { startObjectStore } from '../src/backing/object-store/start-object-store.js';
import { backing } from '../src/index.js';

const scratch = (name: string): Promise<string> => mkdtemp(path.join(tmpdir(), `${name}-`));

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded Postgres', () => {
  test('Postgres keeps its data across a restart and a kill -9', async () => {
    const dataDir = path.join(await scratch('postgres'), 'data');
    const first = await startPostgres({ dataDir });
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();
    const second = await startPostgres({ dataDir });
    process.kill(second.pid, 'SIGKILL');
    await second.exited;
    const third = await startPostgres({ dataDir });
    expect(await query(third.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    await third.stop();
  });

  test('a new Postgres replaces one that was left running on the same data', async () => {
    const dataDir = path.join(await scratch('postgres'), 'data');
    const left = await startPostgres({ dataDir });
    const next = await startPostgres({ dataDir });
    expect(processInfo(left.pid)).toBeUndefined();
    expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await next.stop();
  });

  test('Postgres sorts by code point and folds the case of non-ASCII letters', async () => {
    const dataDir = path.join(await scratch('postgres'), 'data');
    const server = await startPostgres({ dataDir });
    const rows = await query(server.url, "SELECT lower('ÄRZTIN') AS folded, 'Z' < 'a' AS by_code_point");
    expect(rows).toEqual([{ folded: 'ärztin', by_code_point: true }]);
    await server.stop();
  });
});

describe('the object store', () => {
  test('the object store returns the same bytes after a restart', async () => {
    const dataDir = await scratch('objects');
    const bytes = Buffer.from([0, 1, 2, 253, 254, 255]);
    const object = { Bucket: 'documents', Key: 'a/b' };
    const first = await startObjectStore({ dataDir, buckets: ['documents'] });
    await client(first).send(new PutObjectCommand({ ...object, Body: bytes }));
    await first.stop();
    const second = await startObjectStore({ dataDir, buckets: ['documents'] });
    const { Body } = await client(second).send(new GetObjectCommand(object));
    expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(bytes);
    await second.stop();
  });

  function client(store: Awaited<ReturnType<typeof startObjectStore>>): S3Client {
    const { endpoint, region, accessKeyId, secretAccessKey } = store;
    return new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }
});

describe('RabbitMQ', () => {
  test('an external RabbitMQ is used and left running', async () => {
    const { amqpUrl } = backing();
    const broker = await startRabbitmq({ dataDir: await scratch('unused'), url: amqpUrl });
    expect(broker.url).toBe(amqpUrl);
    await broker.stop();
    const connection = await connect(amqpUrl);
    await connection.close();
  });

  const embedded = dockerResponds() ? test.skip : test;
  embedded('RabbitMQ keeps durable messages across a restart and leaves no process behind', async () => {
    const dataDir = await scratch('rabbitmq');
    const first = await startRabbitmq({ dataDir });
    const connection = await connect(first.url);
    const channel = await connection.createConfirmChannel();
    await channel.assertQueue('kept', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    channel.sendToQueue('kept', Buffer.from('still here'), { persistent: true });
    await channel.waitForConfirms();
    await connection.close();
    await first.stop();
    expect(first.pids.map((pid) => processInfo(pid))).toEqual([undefined, undefined]);

    const second = await startRabbitmq({ dataDir, port: first.port });
    const again = await connect(second.url);
    const message = await (await again.createChannel()).get('kept', { noAck: true });
    expect(message && message.content.toString()).toBe('still here');
    await again.close();
    await second.stop();
  });
});
