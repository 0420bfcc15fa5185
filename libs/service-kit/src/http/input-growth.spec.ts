import * as contracts from '@caredrop/contracts';
import { costOf, GROWTH_LAW, repeated } from '@caredrop/testing';
import fastifyFactory, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors/app-error.js';
import { parse } from '../errors/parse.js';
import { cleanName } from '../files/clean-name.js';
import { decodeCursor } from '../paging/cursor.js';
import { parentContext } from '../telemetry/traceparent.js';
import { addJsonBody } from './json-body.js';

/**
 * Tests the input that services parse themselves: each unit of each grammar is repeated up to the largest
 * size a service accepts.
 */
const JSON_BYTES = 262_144;
/** Node's limit for all headers of a request, including the query. */
const HEADER_BYTES = 16_384;

const schemas = Object.entries(contracts as Record<string, unknown>).filter(
  (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
);

let server: FastifyInstance;
beforeAll(async () => {
  server = fastifyFactory({ bodyLimit: JSON_BYTES });
  addJsonBody(server, JSON_BYTES);
  server.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof AppError ? error.status : 413).send({ status: 'fail' }),
  );
  server.post('/parsed', ({ body, query }) => {
    for (const [, schema] of schemas) schema.safeParse(body);
    return { fields: Object.keys(query as object).length };
  });
  await server.ready();
});
afterAll(() => server.close());

async function expectCheap<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const { processorMs, bytes, result } = await costOf(work);
  expect(processorMs).toBeLessThan(GROWTH_LAW.processorMs);
  expect(bytes).toBeLessThan(GROWTH_LAW.bytes);
  return result;
}

const send = (payload: string | Buffer, query = '') =>
  server.inject({
    method: 'POST',
    url: `/parsed${query}`,
    headers: { 'content-type': 'application/json' },
    payload,
  });

describe('the cost of JSON bodies', () => {
  it.each<[what: string, start: string, unit: string, end: string]>([
    ['lists in lists', '', '[', ''],
    ['closed lists in lists', '[', '[],', '0]'],
    ['objects in objects', '', '{"a":', ''],
    ['many keys', '{', '"a":1,', '"b":1}'],
    ['__proto__ keys', '{', '"__proto__":{},', '"b":1}'],
    ['white space', '', ' ', '{}'],
    ['escapes', '{"email":"', '\\u0000', '"}'],
    ['halves of surrogate pairs', '{"name":"', '\\ud800', '"}'],
    ['backslashes', '{"name":"', '\\\\', '"}'],
    ['a number’s digits', '{"limit":1', '0', '}'],
    ['a number’s exponent', '{"limit":1e', '9', '}'],
    ['small numbers', '[', '0.1,', '0]'],
    ['commas', '[', ',', ']'],
    ['byte order marks', '', '\ufeff', ''],
  ])('a JSON body made of %s is cheap to parse', async (_what, start, unit, end) => {
    const space = JSON_BYTES - Buffer.byteLength(start + end);
    const body = start + unit.repeat(Math.floor(space / Buffer.byteLength(unit))) + end;
    const { statusCode } = await expectCheap(() => send(body));
    expect([200, 400]).toContain(statusCode);
  });

  it('a JSON body over the limit is refused without being parsed', async () => {
    const { statusCode } = await expectCheap(() => send(repeated('[', 5 * 1024 * 1024)));
    expect(statusCode).toBe(413);
  });

  it('a JSON body with 20,000 different keys is cheap to parse', async () => {
    const keys = Array.from({ length: 20_000 }, (_, key) => `"k${String(key)}":1`);
    expect((await expectCheap(() => send(`{${keys.join()}}`))).statusCode).toBe(200);
  });
});

describe('the cost of schemas', () => {
  const units = [
    'a',
    ' ',
    '.',
    '@',
    'a@',
    'a.',
    '-',
    '+4',
    '0',
    '/',
    'http://',
    '\u200b',
    'é',
    '=',
    '%',
    '\n',
    ':',
    '2026-',
  ];
  it.each(schemas)(
    'validating long values in every field of the schema %s is cheap',
    async (_name, schema) => {
      for (const unit of units) {
        const text = unit.repeat(Math.floor(JSON_BYTES / Buffer.byteLength(unit)));
        await expectCheap(() => {
          schema.safeParse(text);
          schema.safeParse(everyFieldIs(schema, text));
        });
      }
    },
  );

  it('a long text in place of an object is refused with a message from the catalogue', () => {
    const [, schema] = schemas.find(([, one]) => one instanceof z.ZodObject) ?? [];
    if (!schema) throw new Error('contracts export no object schema');
    expect(() => parse(schema, 'a'.repeat(JSON_BYTES))).toThrow(contracts.errors.bad_request.text);
  });

  function everyFieldIs(schema: z.ZodType, text: string): unknown {
    return schema instanceof z.ZodObject
      ? Object.fromEntries(Object.keys(schema.shape).map((key) => [key, text]))
      : [text];
  }
});

describe('the cost of queries, cursors, traces and names', () => {
  it.each(['&', '=', 'a=1&', 'a[]=1&', 'a[a]', '%41', '%', '+', ';', '%F0%9F', '__proto__=1&'])(
    'queries, cursors, traces and names made of %j are cheap to read',
    async (unit) => {
      const text = unit.repeat(Math.floor((HEADER_BYTES - 200) / unit.length));
      expect((await expectCheap(() => send('{}', `?${text}`))).statusCode).toBe(200);
      await expectCheap(() => expect(() => decodeCursor(text)).toThrow(AppError));
      await expectCheap(() =>
        expect(() => decodeCursor(Buffer.from(text).toString('base64url'))).toThrow(AppError),
      );
      await expectCheap(() => parentContext(text));
      await expectCheap(() => cleanName(unit.repeat(15_000)));
    },
  );
});
