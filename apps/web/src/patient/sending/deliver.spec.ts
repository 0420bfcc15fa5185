import { errors } from '@caredrop/contracts/errors';
import { deliver } from './deliver.js';
import type { Network } from './network.js';
import type { Receipt, Reply } from './upload-outcome.js';

const sent: Receipt = {
  fileName: 'a.jpg',
  fileSize: 7,
  patientRefId: 'P-1',
  receivedAt: '2026-11-21T10:00:00.000Z',
};
const lost: Reply = { kind: 'lost', wholeBodySent: false };
const responseLost: Reply = { kind: 'lost', wholeBodySent: true };
const received: Reply = {
  kind: 'answered',
  status: 201,
  body: { status: 'success' },
  retryAfterSeconds: null,
};
const limited: Reply = {
  kind: 'answered',
  status: 429,
  body: { status: 'fail', message: errors.rate_limited.text, code: 'rate_limited' },
  retryAfterSeconds: 5,
};
const unfinished: Reply = {
  kind: 'answered',
  status: 409,
  body: { status: 'fail', message: errors.upload_in_progress.text, code: 'upload_not_finished' },
  retryAfterSeconds: 3,
};

/** Delivers with the given replies, repeating the last one, and records the calls. */
async function run(...replies: Reply[]) {
  return runWith({}, ...replies);
}

interface Circumstances {
  /** The state of the connection after each loss; 'unchanged' when the list is used up. */
  networks?: Network[];
  mayHaveArrived?: boolean;
}

/** Like `run`, but also sets the connection, or that an earlier attempt may have arrived. */
async function runWith({ networks = [], mayHaveArrived = false }: Circumstances, ...replies: Reply[]) {
  const log: string[] = [];
  let at = 0;
  const outcome = await deliver({
    post: async () => {
      log.push('post');
      return replies[Math.min(at++, replies.length - 1)]!;
    },
    wait: async (ms) => void log.push(`wait ${ms}`),
    network: async () => networks.shift() ?? 'unchanged',
    sent,
    mayHaveArrived,
    onLost: () => log.push('lost'),
    onFinishing: () => log.push('finishing'),
  });
  return { outcome, log, posts: log.filter((line) => line === 'post').length };
}

describe('delivering an upload', () => {
  it('an upload is sent once when a response arrives', async () => {
    expect((await run(received)).log).toEqual(['post']);
  });

  it('a lost connection is retried until a response arrives', async () => {
    const { outcome, log } = await run(lost, lost, received);
    expect(outcome).toEqual({ kind: 'received', receipt: sent });
    expect(log).toEqual(['post', 'lost', 'wait 500', 'post', 'lost', 'wait 1000', 'post']);
  });

  it('delivery gives up after three retries with the default reason', async () => {
    const { outcome, posts } = await run(lost);
    expect(posts).toBe(4);
    expect(outcome).toMatchObject({ kind: 'failed', failure: { reason: { code: 'page_failed' } } });
  });

  it('a device that was offline gets all retries again once it is online', async () => {
    const { outcome, posts } = await runWith(
      { networks: ['unchanged', 'unchanged', 'unchanged', 'restored'] },
      ...[lost, lost, lost, lost, lost, lost, received],
    );
    expect(posts).toBe(7);
    expect(outcome.kind).toBe('received');
  });

  it('after a cancelled wait, an upload is not sent again, and its outcome states whether it may have arrived', async () => {
    const notSent = await runWith({ networks: ['given up'] }, lost, received);
    expect(notSent).toMatchObject({ posts: 1, outcome: { failure: { unconfirmed: false } } });
    const unknown = await runWith({ networks: ['restored', 'given up'] }, responseLost, lost, received);
    expect(unknown).toMatchObject({ posts: 2, outcome: { failure: { unconfirmed: true } } });
  });

  it('an upload is sent again after Retry-After while an earlier attempt is unfinished', async () => {
    const { outcome, log } = await run(unfinished, unfinished, received);
    expect(outcome.kind).toBe('received');
    expect(log).toEqual(['post', 'finishing', 'wait 3000', 'post', 'finishing', 'wait 3000', 'post']);
  });

  it('an upload that never finishes eventually fails', async () => {
    expect((await run(unfinished)).outcome.kind).toBe('failed');
  });

  it('a failure after the whole body was sent is reported as unconfirmed', async () => {
    const notSent = { kind: 'failed', failure: { unconfirmed: false, next: 'network' } };
    const unconfirmed = { kind: 'failed', failure: { unconfirmed: true, next: 'networkSafe' } };
    expect((await run(lost)).outcome).toMatchObject(notSent);
    expect((await run(responseLost, lost)).outcome).toMatchObject(unconfirmed);
    expect((await run(unfinished)).outcome).toMatchObject(unconfirmed);
  });

  it('a later 429 does not hide that the first attempt may have arrived', async () => {
    expect((await run(responseLost, limited)).outcome).toMatchObject({ failure: { unconfirmed: true } });
    expect((await run(limited)).outcome).toMatchObject({ failure: { unconfirmed: false } });
  });

  it('every failure to send a document that may already have arrived is reported as unconfirmed', async () => {
    for (const reply of [lost, limited]) {
      const { outcome } = await runWith({ mayHaveArrived: true }, reply);
      expect(outcome).toMatchObject({ kind: 'failed', failure: { unconfirmed: true } });
    }
  });

  it('a 503 response to an upload is not retried', async () => {
    const { posts } = await run({ kind: 'answered', status: 503, body: null, retryAfterSeconds: 5 });
    expect(posts).toBe(1);
  });
});
