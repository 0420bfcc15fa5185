import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { Dispatcher, Pool as UndiciPool } from 'undici';
import { aPdf } from '@caredrop/testing';
import { productLibrary } from '../product-library.ts';
import { photo } from './photo.ts';
import type { Outcome, Plan } from './plan.ts';

/*
 * The load generator, a separate process: receives plans as messages and replies with outcomes.
 */
const { Pool } = productLibrary<{ Pool: typeof UndiciPool }>('gateway', 'undici');
/** As long as a browser's boundary, because a parser skips through a body in steps of that length. */
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

interface Content {
  headers: Record<string, string>;
  /** The body of the nth request. */
  of: (nth: number) => Buffer | string | null;
}

function contentOf(body: Plan['body']): Content {
  if (!body) return { headers: {}, of: () => null };
  if ('json' in body) {
    const texts = body.json.map((one) => JSON.stringify(one));
    return { headers: { 'content-type': 'application/json' }, of: (nth) => texts[nth % texts.length] ?? '' };
  }
  const bytes = 'bytes' in body ? photo(body.bytes) : form(body.document, body.type);
  const type = 'bytes' in body ? 'application/octet-stream' : `multipart/form-data; boundary=${BOUNDARY}`;
  return { headers: { 'content-type': type, 'content-length': String(bytes.length) }, of: () => bytes };
}

function form(size: number, type: 'photo' | 'pdf'): Buffer {
  const [file, name, mime] =
    type === 'pdf'
      ? [aPdf({ bytes: size }), 'letter.pdf', 'application/pdf']
      : [photo(size), 'IMG_2041.jpg', 'image/jpeg'];
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="document"; filename="${name}"\r\nContent-Type: ${mime}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

async function run(plan: Plan): Promise<Outcome> {
  const pool = new Pool(plan.origin, {
    connections: plan.atOnce,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const content = contentOf(plan.body);
  const outcome: Outcome = {
    latencies: [],
    firstBytes: [],
    statuses: {},
    bytesReceived: 0,
    elapsedMs: 0,
    cpuMs: 0,
  };
  const cpu = process.cpuUsage();
  const began = performance.now();
  const until = plan.forMs === undefined ? Infinity : began + plan.forMs;
  const last = plan.forMs === undefined ? plan.paths.length : Infinity;
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < last && performance.now() < until) {
      const nth = next++;
      const path = plan.paths[nth % plan.paths.length] ?? '/';
      const headers = { ...content.headers, ...plan.headers };
      await ask(pool, { method: plan.method, path, headers, body: content.of(nth) }, outcome);
    }
  };
  await Promise.all(Array.from({ length: plan.atOnce }, sender));
  outcome.elapsedMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  outcome.cpuMs = (user + system) / 1000;
  await pool.destroy();
  return outcome;
}

async function ask(pool: UndiciPool, call: Dispatcher.RequestOptions, outcome: Outcome): Promise<void> {
  const began = performance.now();
  const { statusCode, body } = await pool.request(call);
  let first = 0;
  for await (const chunk of body) {
    first ||= performance.now();
    outcome.bytesReceived += (chunk as Buffer).length;
  }
  const ended = performance.now();
  outcome.latencies.push(ended - began);
  outcome.firstBytes.push((first || ended) - began);
  outcome.statuses[statusCode] = (outcome.statuses[statusCode] ?? 0) + 1;
}

process.on('message', (plan: Plan) => {
  run(plan).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ error: String((error as Error).cause ?? error) }),
  );
});
process.send?.('ready');
// Exits with its parent, however the parent ends.
await once(process, 'disconnect');
await turn();
process.exit(0);
