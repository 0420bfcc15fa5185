import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { serviceSettings } from '../config/settings.js';
import { runCommands } from '../command/run-commands.js';
import { diagnose, doctorCommand } from './doctor-command.js';
import { describeResults, ok, warning, fail, type CheckResult } from './check-result.js';
import { evaluateBroker } from './check-broker.js';
import { checkPeer } from './check-peer.js';
import { evaluateClock } from './check-postgres.js';
import { checkSettings } from './check-settings.js';

const states = (results: CheckResult[]) => results.map(({ state }) => state);

describe('doctor', () => {
  const doctor = (...results: CheckResult[]) =>
    runCommands('token', { doctor: doctorCommand(async () => results) }, ['doctor'], {});

  it('doctor exits with 1 on failures and with 0 on warnings', async () => {
    expect((await doctor(ok('A', 'fine'))).exitCode).toBe(0);
    expect((await doctor(ok('A', 'fine'), warning('B', 'old', 'look'))).exitCode).toBe(0);
    expect((await doctor(fail('C', 'broken', 'mend'), ok('A', 'fine'))).exitCode).toBe(1);
  });

  it('doctor prints state and remediation, with failures last', () => {
    expect(describeResults([fail('C', 'is broken', 'mend it'), ok('A', 'is fine')])).toBe(
      'ok       A: is fine\nfailed   C: is broken\n         → mend it',
    );
  });

  it('a check that throws is reported as failed, and the others still run', async () => {
    const results = await diagnose([
      { component: 'A', page: 'docs/a.md', run: () => Promise.reject(new Error('odd\n    at x (y.js:1:2)')) },
      { component: 'B', page: 'docs/b.md', run: () => [ok('B', 'fine')] },
    ]);
    expect(results).toEqual([fail('A', 'odd', 'docs/a.md'), ok('B', 'fine')]);
  });
});

describe('the settings check', () => {
  const schema = z.object({ ...serviceSettings.shape, AMQP_URL: z.string().startsWith('amqp') });

  it('doctor reports each invalid setting and returns the valid ones', () => {
    const { results, settings } = checkSettings('token', schema, { PORT: 'x', AMQP_URL: 'amqp://b' });
    expect(results.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^PORT is not valid/),
      'INTERNAL_PRIVATE_KEY is not set',
      'SERVICE_KEYS is not set',
    ]);
    expect(states(results)).toEqual(['failed', 'failed', 'failed']);
    expect(settings).toMatchObject({ AMQP_URL: 'amqp://b', LOG_LEVEL: 'info' });
    expect(settings).not.toHaveProperty('PORT');
  });

  it('doctor warns about a setting that still has an example address', () => {
    const addresses = z.object({ SIGNUP_URL: z.url(), MAIL_FROM: z.string(), PUBLIC_URL: z.url() });
    const { results } = checkSettings('gateway', addresses, {
      SIGNUP_URL: 'https://caredrop.example/signup',
      MAIL_FROM: 'Caredrop <no-reply@caredrop.example>',
      PUBLIC_URL: 'https://documents.clinic.example',
    });
    expect(states(results)).toEqual(['ok', 'warning', 'warning']);
    expect(results.slice(1).map(({ message }) => message.split(' ')[0])).toEqual(['SIGNUP_URL', 'MAIL_FROM']);
  });

  it('doctor does not show the value of an invalid setting', () => {
    const { results } = checkSettings('token', schema, { INTERNAL_PRIVATE_KEY: 'a-secret-text' });
    expect(JSON.stringify(results)).not.toContain('a-secret-text');
  });
});

describe('the broker check', () => {
  const fine = { problem: null, refused: false };
  const queues = (messages: number, consumers: number, dead: number) => ({
    main: { name: 'caredrop.token', messages, consumers },
    dead: { name: 'caredrop.token.dead', messages: dead },
  });

  it('doctor reports an unreachable broker and refused credentials as failures', () => {
    expect(evaluateBroker({ problem: 'Nothing answers', refused: false })).toMatchObject([
      { state: 'failed', remediation: expect.stringContaining('rabbitmq-down.md') },
    ]);
    expect(evaluateBroker({ problem: 'The broker does not accept', refused: true })).toMatchObject([
      { state: 'failed', remediation: expect.stringContaining('AMQP_URL') },
    ]);
  });

  it('doctor reports missing queues as a failure', () => {
    const results = evaluateBroker({ ...fine, queues: { main: null, dead: null } });
    expect(states(results)).toEqual(['ok', 'failed']);
  });

  it('doctor warns about dead letters, long queues and queues without consumers', () => {
    expect(states(evaluateBroker({ ...fine, queues: queues(3, 1, 0) }))).toEqual(['ok', 'ok', 'ok']);
    expect(states(evaluateBroker({ ...fine, queues: queues(3, 1, 2) }))).toEqual(['ok', 'ok', 'warning']);
    expect(states(evaluateBroker({ ...fine, queues: queues(1_000, 1, 0) }))).toEqual(['ok', 'ok', 'ok']);
    expect(states(evaluateBroker({ ...fine, queues: queues(1_001, 1, 0) }))).toEqual(['ok', 'warning', 'ok']);
    expect(states(evaluateBroker({ ...fine, queues: queues(0, 0, 0) }))).toEqual(['ok', 'warning', 'ok']);
  });

  it('doctor warns about a broker user that does not belong to the service', () => {
    const foreignUser = { name: 'caredrop', own: 'caredrop-token' };
    const [, found] = evaluateBroker({ ...fine, foreignUser });
    expect(found).toMatchObject({ state: 'warning', component: 'Broker user' });
    expect(found?.message).toContain('connects as caredrop, not as caredrop-token');
  });
});

it.each([
  [0, 'ok'],
  [2_002, 'ok'],
  [-2_003, 'warning'],
  [30_002, 'warning'],
  [30_003, 'failed'],
])('doctor reports a clock that is %d ms off as %s', (offMs, state) => {
  expect(evaluateClock(offMs, 4).state).toBe(state);
});

it('doctor does not mistake a slow response for a clock difference', () => {
  expect(evaluateClock(2_500, 5_000).state).toBe('ok');
});

describe('the check of another service', () => {
  const peer = async (status: number | null) => {
    const server = createServer((_request, response) => response.writeHead(status ?? 200).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    if (status === null) await new Promise((resolve) => server.close(resolve));
    const [result] = await diagnose(checkPeer('auth', `http://127.0.0.1:${String(port)}`));
    if (status !== null) await new Promise((resolve) => server.close(resolve));
    return result;
  };

  it('doctor accepts a ready service and reports one that is not ready or unreachable', async () => {
    expect(await peer(200)).toMatchObject({ state: 'ok' });
    expect(await peer(503)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('not ready (503)'),
    });
    expect(await peer(null)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('does not respond'),
    });
  });
});
