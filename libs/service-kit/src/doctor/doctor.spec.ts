import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { serviceSettings } from '../config/settings.js';
import { runCommands } from '../command/run-commands.js';
import { diagnose, doctorCommand } from './doctor-command.js';
import { describeFindings, ok, warning, wrong, type Finding } from './finding.js';
import { judgeBroker } from './look-at-broker.js';
import { lookAtPeer } from './look-at-peer.js';
import { judgeClock } from './look-at-postgres.js';
import { lookAtSettings } from './look-at-settings.js';

const states = (findings: Finding[]) => findings.map(({ state }) => state);

describe('doctor', () => {
  const doctor = (...findings: Finding[]) =>
    runCommands('token', { doctor: doctorCommand(async () => findings) }, ['doctor'], {});

  it('ends with 1 when something is wrong, and with 0 for warnings', async () => {
    expect((await doctor(ok('A', 'fine'))).exitCode).toBe(0);
    expect((await doctor(ok('A', 'fine'), warning('B', 'old', 'look'))).exitCode).toBe(0);
    expect((await doctor(wrong('C', 'broken', 'mend'), ok('A', 'fine'))).exitCode).toBe(1);
  });

  it('says of each line how it is, and what to do; what is wrong comes last', () => {
    expect(describeFindings([wrong('C', 'is broken', 'mend it'), ok('A', 'is fine')])).toBe(
      'ok       A: is fine\nwrong    C: is broken\n         → mend it',
    );
  });

  it('tells what a check throws, in a sentence, and goes on with the others', async () => {
    const findings = await diagnose([
      { about: 'A', page: 'docs/a.md', look: () => Promise.reject(new Error('odd\n    at x (y.js:1:2)')) },
      { about: 'B', page: 'docs/b.md', look: () => [ok('B', 'fine')] },
    ]);
    expect(findings).toEqual([wrong('A', 'odd', 'docs/a.md'), ok('B', 'fine')]);
  });
});

describe('the configuration', () => {
  const schema = z.object({ ...serviceSettings.shape, AMQP_URL: z.string().startsWith('amqp') });

  it('is told setting by setting, and the valid ones are looked at all the same', () => {
    const { findings, settings } = lookAtSettings('token', schema, { PORT: 'x', AMQP_URL: 'amqp://b' });
    expect(findings.map(({ says }) => says)).toEqual([
      expect.stringMatching(/^PORT is not valid/),
      'INTERNAL_PRIVATE_KEY is not set',
      'SERVICE_KEYS is not set',
    ]);
    expect(states(findings)).toEqual(['wrong', 'wrong', 'wrong']);
    expect(settings).toMatchObject({ AMQP_URL: 'amqp://b', LOG_LEVEL: 'info' });
    expect(settings).not.toHaveProperty('PORT');
  });

  it('is warned of where it still has the examples’ address, by the setting’s name', () => {
    const addresses = z.object({ SIGNUP_URL: z.url(), MAIL_FROM: z.string(), PUBLIC_URL: z.url() });
    const { findings } = lookAtSettings('gateway', addresses, {
      SIGNUP_URL: 'https://caredrop.example/signup',
      MAIL_FROM: 'Caredrop <no-reply@caredrop.example>',
      PUBLIC_URL: 'https://documents.clinic.example',
    });
    expect(states(findings)).toEqual(['ok', 'warning', 'warning']);
    expect(findings.slice(1).map(({ says }) => says.split(' ')[0])).toEqual(['SIGNUP_URL', 'MAIL_FROM']);
  });

  it('never shows a value', () => {
    const { findings } = lookAtSettings('token', schema, { INTERNAL_PRIVATE_KEY: 'a-secret-text' });
    expect(JSON.stringify(findings)).not.toContain('a-secret-text');
  });
});

describe('the broker', () => {
  const fine = { problem: null, refused: false };
  const queues = (messages: number, consumers: number, dead: number) => ({
    main: { name: 'caredrop.token', messages, consumers },
    dead: { name: 'caredrop.token.dead', messages: dead },
  });

  it('is wrong when it is away or refuses us', () => {
    expect(judgeBroker({ problem: 'Nothing answers', refused: false })).toMatchObject([
      { state: 'wrong', todo: expect.stringContaining('rabbitmq-down.md') },
    ]);
    expect(judgeBroker({ problem: 'The broker does not accept', refused: true })).toMatchObject([
      { state: 'wrong', todo: expect.stringContaining('AMQP_URL') },
    ]);
  });

  it('is wrong without our queues', () => {
    const findings = judgeBroker({ ...fine, queues: { main: null, dead: null } });
    expect(states(findings)).toEqual(['ok', 'wrong']);
  });

  it('has somebody look at dead letters, at queues that grow, and at those nobody reads', () => {
    expect(states(judgeBroker({ ...fine, queues: queues(3, 1, 0) }))).toEqual(['ok', 'ok', 'ok']);
    expect(states(judgeBroker({ ...fine, queues: queues(3, 1, 2) }))).toEqual(['ok', 'ok', 'warning']);
    expect(states(judgeBroker({ ...fine, queues: queues(5_000, 1, 0) }))).toEqual(['ok', 'warning', 'ok']);
    expect(states(judgeBroker({ ...fine, queues: queues(0, 0, 0) }))).toEqual(['ok', 'warning', 'ok']);
  });

  it('is warned of when its user is not the own one of the service', () => {
    const foreignUser = { name: 'caredrop', own: 'caredrop-token' };
    const [, found] = judgeBroker({ ...fine, foreignUser });
    expect(found).toMatchObject({ state: 'warning', about: 'Broker user' });
    expect(found?.says).toContain('connects as caredrop, not as caredrop-token');
  });
});

it.each([
  [0, 'ok'],
  [-3_000, 'warning'],
  [31_000, 'wrong'],
])('a clock that is %d ms off is %s', (offMs, state) => {
  expect(judgeClock(offMs, 4).state).toBe(state);
});

it('does not blame the clock for a slow answer', () => {
  expect(judgeClock(2_500, 5_000).state).toBe('ok');
});

describe('another service', () => {
  const peer = async (status: number | null) => {
    const server = createServer((_request, response) => response.writeHead(status ?? 200).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    if (status === null) await new Promise((resolve) => server.close(resolve));
    const [finding] = await diagnose(lookAtPeer('auth', `http://127.0.0.1:${String(port)}`));
    if (status !== null) await new Promise((resolve) => server.close(resolve));
    return finding;
  };

  it('is looked at: ready, not ready, away', async () => {
    expect(await peer(200)).toMatchObject({ state: 'ok' });
    expect(await peer(503)).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('not ready (503)'),
    });
    expect(await peer(null)).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('does not answer'),
    });
  });
});
