import type { InternalClient, Logger } from '@caredrop/service-kit';
import { jest } from '@jest/globals';
import { Sessions } from './sessions.js';

const alice = '0193c1c8-0000-7000-8000-000000000001';
const bob = '0193c1c8-0000-7000-8000-000000000002';

interface Vouching {
  /** The voucher auth returns; undefined for version 0.1 of auth. */
  voucher: string | undefined;
  PRINCIPALS_UNVOUCHED: 'refuse' | 'accept';
}

/** Sessions named `<user>/<n>`; `asked` lists the requests sent to auth. */
function sessionsWith(
  cacheMs: number,
  down: () => boolean = () => false,
  { voucher, PRINCIPALS_UNVOUCHED }: Vouching = { voucher: 'signed', PRINCIPALS_UNVOUCHED: 'refuse' },
) {
  const asked: string[] = [];
  const post = async (_service: string, _path: string, body: { sessionId: string }) => {
    asked.push(body.sessionId);
    if (down()) throw new Error('no response');
    const id = body.sessionId.startsWith('alice') ? alice : bob;
    const user = { id, role: 'user', firstName: 'A', lastName: 'B' };
    return { outcome: 'alive', user, endsAt: '', ...(voucher && { voucher }) };
  };
  const client = { post } as unknown as InternalClient;
  const logger = { warn: () => undefined, error: () => undefined } as unknown as Logger;
  return {
    asked,
    sessions: new Sessions(client, { SESSION_CACHE_MS: cacheMs, PRINCIPALS_UNVOUCHED }, logger),
  };
}

describe('the session cache', () => {
  it('forgetting one session keeps the other sessions of the user cached', async () => {
    const { asked, sessions } = sessionsWith(60_000);
    for (const id of ['alice/1', 'alice/2']) await sessions.principal(id, true);
    sessions.forget(alice, 'alice/1');
    for (const id of ['alice/1', 'alice/2']) await sessions.principal(id, true);
    expect(asked).toEqual(['alice/1', 'alice/2', 'alice/1']);
  });

  it('forgetting all sessions of a user keeps those of other users cached', async () => {
    const { asked, sessions } = sessionsWith(60_000);
    const all = ['alice/1', 'alice/2', 'bob/1'];
    for (const id of all) await sessions.principal(id, true);
    sessions.forget(alice, null);
    for (const id of all) await sessions.principal(id, true);
    expect(asked).toEqual([...all, 'alice/1', 'alice/2']);
  });

  it('forgetting all sessions of a user also drops checks in progress', async () => {
    const { asked, sessions } = sessionsWith(60_000);
    const checking = sessions.principal('alice/1', true);
    sessions.forget(alice, null);
    await checking;
    await sessions.principal('alice/1', true);
    expect(asked).toEqual(['alice/1', 'alice/1']);
  });

  it('a result is reused for exactly the configured time, counted from the request', async () => {
    let now = 5_000;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const { asked, sessions } = sessionsWith(1_000);
    const checking = sessions.principal('bob/1', true);
    now = 5_999;
    await checking;
    await sessions.principal('bob/1', true);
    expect(asked).toHaveLength(1);
    now = 6_000;
    await sessions.principal('bob/1', true);
    expect(asked).toHaveLength(2);
    clock.mockRestore();
  });

  it('a result cached by a background call is not used for a call that counts as activity', async () => {
    const { asked, sessions } = sessionsWith(60_000);
    for (const activity of [false, true, false, true]) await sessions.principal('bob/1', activity);
    expect(asked).toHaveLength(2);
  });

  it('a failed session check is not cached: the next call calls auth again', async () => {
    let down = true;
    const { asked, sessions } = sessionsWith(60_000, () => down);
    for (let i = 0; i < 2; i++)
      await expect(sessions.principal('bob/1', true)).rejects.toMatchObject({ status: 503 });
    down = false;
    await expect(sessions.principal('bob/1', true)).resolves.toMatchObject({
      userId: bob,
      sessionId: 'bob/1',
    });
    expect(asked).toHaveLength(3);
  });

  it('a call that may need a fresh proof always calls auth, while other calls use the cache', async () => {
    const { asked, sessions } = sessionsWith(60_000);
    await sessions.principal('bob/1', true);
    await sessions.principal('bob/1', true, true);
    await sessions.principal('bob/1', true);
    expect(asked).toEqual(['bob/1', 'bob/1']);
  });

  it('the cache holds at most 10,000 sessions', async () => {
    const { asked, sessions } = sessionsWith(60_000);
    for (let i = 0; i <= 10_000; i++) await sessions.principal(`bob/${i}`, true);
    await sessions.principal('bob/10000', true);
    await sessions.principal('bob/0', true);
    expect(asked.slice(-2)).toEqual(['bob/10000', 'bob/0']);
  });
});

describe('the voucher from auth', () => {
  it('the voucher is passed on with the principal', async () => {
    const { sessions } = sessionsWith(60_000);
    await expect(sessions.principal('bob/1', true)).resolves.toMatchObject({ voucher: 'signed' });
  });

  it('a session without a voucher gets 503 and is not cached', async () => {
    const old = { voucher: undefined, PRINCIPALS_UNVOUCHED: 'refuse' } as const;
    const { asked, sessions } = sessionsWith(60_000, undefined, old);
    for (let i = 0; i < 2; i++)
      await expect(sessions.principal('bob/1', true)).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(2);
  });

  it('PRINCIPALS_UNVOUCHED=accept allows a missing voucher during the upgrade from 0.1', async () => {
    const old = { voucher: undefined, PRINCIPALS_UNVOUCHED: 'accept' } as const;
    const { sessions } = sessionsWith(60_000, undefined, old);
    await expect(sessions.principal('bob/1', true)).resolves.toMatchObject({ userId: bob });
  });
});
