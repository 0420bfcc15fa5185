import type { InternalClient, Logger } from '@caredrop/service-kit';
import { Sessions } from './sessions.js';

const alice = '0193c1c8-0000-7000-8000-000000000001';
const bob = '0193c1c8-0000-7000-8000-000000000002';

interface Vouching {
  /** The voucher auth returns; undefined: version 0.1 of auth. */
  voucher: string | undefined;
  PRINCIPALS_UNVOUCHED: 'refuse' | 'accept';
}

/** Sessions named `<user>/<n>`; `asked` lists the requests to auth. */
function sessionsWith(
  cacheMs: number,
  down: () => boolean = () => false,
  { voucher, PRINCIPALS_UNVOUCHED }: Vouching = { voucher: 'signed', PRINCIPALS_UNVOUCHED: 'refuse' },
) {
  const asked: string[] = [];
  const post = async (_service: string, _path: string, body: { sessionId: string }) => {
    asked.push(body.sessionId);
    if (down()) throw new Error('no answer');
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

describe('what is remembered of sessions', () => {
  it('is forgotten for one session of a user', async () => {
    const { asked, sessions } = sessionsWith(60_000);
    for (const id of ['alice/1', 'alice/2']) await sessions.principal(id, true);
    sessions.forget(alice, 'alice/1');
    for (const id of ['alice/1', 'alice/2']) await sessions.principal(id, true);
    expect(asked).toEqual(['alice/1', 'alice/2', 'alice/1']);
  });

  it('is forgotten for all sessions of a user and for nobody else', async () => {
    const { asked, sessions } = sessionsWith(60_000);
    const all = ['alice/1', 'alice/2', 'bob/1'];
    for (const id of all) await sessions.principal(id, true);
    sessions.forget(alice, null);
    for (const id of all) await sessions.principal(id, true);
    expect(asked).toEqual([...all, 'alice/1', 'alice/2']);
  });

  it('is not used for activity when a background call learned it', async () => {
    const { asked, sessions } = sessionsWith(60_000);
    for (const activity of [false, true, false, true]) await sessions.principal('bob/1', activity);
    expect(asked).toHaveLength(2);
  });

  it('is nothing when auth did not answer: each call asks again and is refused', async () => {
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

  it('is not used for a call that may need a fresh proof, and what that learns counts for the others', async () => {
    const { asked, sessions } = sessionsWith(60_000);
    await sessions.principal('bob/1', true);
    await sessions.principal('bob/1', true, true);
    await sessions.principal('bob/1', true);
    expect(asked).toEqual(['bob/1', 'bob/1']);
  });

  it('is kept for ten thousand sessions and no more', async () => {
    const { asked, sessions } = sessionsWith(60_000);
    for (let i = 0; i <= 10_000; i++) await sessions.principal(`bob/${i}`, true);
    await sessions.principal('bob/10000', true);
    await sessions.principal('bob/0', true);
    expect(asked.slice(-2)).toEqual(['bob/10000', 'bob/0']);
  });
});

describe("auth's voucher", () => {
  it('travels with the principal', async () => {
    const { sessions } = sessionsWith(60_000);
    await expect(sessions.principal('bob/1', true)).resolves.toMatchObject({ voucher: 'signed' });
  });

  it('is required: without it a call gets a 503, and the next call asks again', async () => {
    const old = { voucher: undefined, PRINCIPALS_UNVOUCHED: 'refuse' } as const;
    const { asked, sessions } = sessionsWith(60_000, undefined, old);
    for (let i = 0; i < 2; i++)
      await expect(sessions.principal('bob/1', true)).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(2);
  });

  it('may be missing during the upgrade from 0.1', async () => {
    const old = { voucher: undefined, PRINCIPALS_UNVOUCHED: 'accept' } as const;
    const { sessions } = sessionsWith(60_000, undefined, old);
    await expect(sessions.principal('bob/1', true)).resolves.toMatchObject({ userId: bob });
  });
});
