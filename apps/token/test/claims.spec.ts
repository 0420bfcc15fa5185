import { randomUUID } from 'node:crypto';
import type { Token } from '@caredrop/contracts';
import { ExpireTokens } from '../src/jobs/expire-tokens.js';
import { SettleStaleClaims } from '../src/jobs/settle-stale-claims.js';
import { ana, TokenApp, upload } from './support/token-app.js';

let app: TokenApp;
let token: Token;
const claimId = () => randomUUID();

beforeAll(async () => {
  app = await TokenApp.start({ SETTLE_AFTER_MS: '30000' });
});
afterAll(async () => app.stop());
beforeEach(async () => {
  token = await app.create();
});

const revoke = () => app.call('PATCH', `/tokens/${token.id}`, { as: ana, body: { status: 'revoked' } });

describe('looking at a link', () => {
  it('validates a hundred times, claimed or not', async () => {
    await app.claim(token.token);
    for (let n = 0; n < 100; n += 1) expect((await app.validate(token.token)).status).toBe(200);
    expect(await app.status(token.id)).toBe('active');
  });
});

describe('claiming a link', () => {
  it('goes to one of fifty racers, each time', async () => {
    for (let race = 1; race <= 10; race += 1) {
      const link = (await app.create()).token;
      const answers = await Promise.all(Array.from({ length: 50 }, () => app.claim(link)));
      const outcomes = answers.map((answer) => answer.outcome);
      expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(49);
    }
  });

  it('tells the document service whose link it is', async () => {
    expect(await app.claim(token.token)).toMatchObject({
      outcome: 'claimed',
      token: {
        tokenId: token.id,
        ownerId: ana.userId,
        ownerFirstName: 'Ana',
        patientRefId: 'P-1',
        expiresAt: token.expires_at,
      },
    });
  });

  it('is given again to the claim id that has it', async () => {
    const id = claimId();
    expect((await app.claim(token.token, id)).outcome).toBe('claimed');
    expect((await app.claim(token.token, id)).outcome).toBe('claimed');
  });

  it('is kept for one link by one claim id, however it is repeated', async () => {
    const other = await app.create();
    const id = claimId();
    await app.claim(token.token, id);
    const second = await app.call('POST', '/internal/claims', {
      from: 'document',
      body: { token: other.token, claimId: id, idempotencyHash: null },
    });
    expect(second.status).toBeGreaterThanOrEqual(400);
    expect((await app.claim(token.token, id)).outcome).toBe('claimed');
  });
});

describe('the lease of a claim', () => {
  it('frees the link when the lease is over', async () => {
    await app.claim(token.token);
    await app.age(token.id, 'lease_until');
    expect((await app.claim(token.token)).outcome).toBe('claimed');
  });

  it('renews for the holder only', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    expect(await app.step(id, 'renew')).toBe('renewed');
    expect(await app.step(claimId(), 'renew')).toBe('lost');
  });

  it('fails every late step of a holder who was overtaken', async () => {
    const [slow, quick] = [claimId(), claimId()];
    await app.claim(token.token, slow);
    await app.age(token.id, 'lease_until');
    await app.claim(token.token, quick);
    for (const step of ['renew', 'confirm', 'release', 'complete'] as const) {
      expect([step, await app.step(slow, step, upload())]).toEqual([step, 'lost']);
    }
    expect(await app.step(quick, 'confirm', upload())).toBe('confirmed');
  });

  it('lets a late holder confirm while nobody has overtaken him', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.age(token.id, 'lease_until');
    expect(await app.step(id, 'confirm', upload())).toBe('confirmed');
  });

  it('cannot be renewed for longer than its absolute limit', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.age(token.id, 'claim_started_at', 601);
    expect(await app.step(id, 'renew')).toBe('lost');
  });

  it('keeps its start when its own id claims again, so that its absolute limit stands', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.age(token.id, 'claim_started_at', 601);
    await app.claim(token.token, id);
    expect(await app.step(id, 'renew')).toBe('lost');
  });

  it('cannot be claimed again after the expiry and its lease, not even with its own id or key', async () => {
    const id = claimId();
    await app.claim(token.token, id, 'key');
    await app.age(token.id, 'expires_at');
    await app.age(token.id, 'lease_until');
    expect((await app.claim(token.token, id, 'key')).outcome).toBe('expired');
    expect((await app.claim(token.token, claimId(), 'key')).outcome).toBe('expired');
  });

  it('is taken over by the same idempotency key under a new claim id', async () => {
    const [before, after] = [claimId(), claimId()];
    await app.claim(token.token, before, 'same-key');
    expect((await app.claim(token.token, after, 'other-key')).outcome).toBe('busy');
    expect((await app.claim(token.token, after, 'same-key')).outcome).toBe('claimed');
    expect(await app.step(before, 'confirm', upload())).toBe('lost');
    expect(await app.step(after, 'confirm', upload())).toBe('confirmed');
  });

  it('is not taken over once confirmed: the same key is told to ask again, another sees a used link', async () => {
    const id = claimId();
    await app.claim(token.token, id, 'same-key');
    await app.step(id, 'confirm', upload());
    expect(await app.claim(token.token, claimId(), 'same-key')).toEqual({
      outcome: 'finishing',
      retryAfterSeconds: 2,
    });
    expect((await app.claim(token.token, claimId(), 'other-key')).outcome).toBe('used');
    expect((await app.claim(token.token)).outcome).toBe('used');
  });
});

describe('releasing a claim', () => {
  it('makes the link work again at once', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    expect(await app.step(id, 'release')).toBe('released');
    expect((await app.claim(token.token)).outcome).toBe('claimed');
  });

  it('does nothing the second time', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.step(id, 'release');
    expect(await app.step(id, 'release')).toBe('lost');
    expect(await app.step(id, 'confirm', upload())).toBe('lost');
  });
});

describe('confirming a claim', () => {
  it('reads as used at once, with the time of arrival, and counts the document', async () => {
    const id = claimId();
    const sent = upload();
    await app.claim(token.token, id);
    expect(await app.step(id, 'confirm', sent)).toBe('confirmed');
    expect(await app.listed(token.id)).toMatchObject({ status: 'used', uploads: [{ count: 1 }] });
    expect(await app.validate(token.token)).toMatchObject({
      status: 410,
      body: { code: 'link_used', data: { receivedAt: sent.receivedAt, patientRefId: 'P-1' } },
    });
  });

  it('may be repeated when the first answer was lost', async () => {
    const id = claimId();
    const sent = upload();
    await app.claim(token.token, id);
    await app.step(id, 'confirm', sent);
    expect(await app.step(id, 'confirm', sent)).toBe('confirmed');
    await app.step(id, 'complete', sent);
    expect(await app.step(id, 'confirm', sent)).toBe('confirmed');
  });

  it('is refused when the token was revoked first', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    expect((await revoke()).status).toBe(200);
    expect(await app.step(id, 'confirm', upload())).toBe('revoked');
    expect(await app.step(id, 'complete', upload())).toBe('lost');
    expect(await app.status(token.id)).toBe('revoked');
  });

  it('refuses a revocation that comes after it', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.step(id, 'confirm', upload());
    expect(await revoke()).toMatchObject({
      status: 409,
      body: { message: 'A document is just being received' },
    });
  });

  it('is ended by no clock: neither lease nor expiry nor sweeper', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.step(id, 'confirm', upload());
    for (const column of ['lease_until', 'claim_started_at', 'expires_at'] as const)
      await app.age(token.id, column, 99_999);
    await app.get(ExpireTokens).execute();
    expect(await app.status(token.id)).toBe('used');
    expect((await app.claim(token.token)).outcome).toBe('used');
    expect(await app.step(id, 'complete', upload())).toBe('completed');
  });
});

describe('settling', () => {
  async function confirmedLongAgo(): Promise<{ id: string; sent: ReturnType<typeof upload> }> {
    const [id, sent] = [claimId(), upload()];
    await app.claim(token.token, id);
    await app.step(id, 'confirm', sent);
    await app.age(token.id, 'confirmed_at', 60);
    return { id, sent };
  }

  it('opens the link again when the document service says that nothing was stored', async () => {
    const { id } = await confirmedLongAgo();
    app.document.on('/internal/attempts/settle', () => ({ outcome: 'abandoned' }));
    await app.get(SettleStaleClaims).execute();
    expect(app.document.calls.at(-1)).toMatchObject({
      path: '/internal/attempts/settle',
      body: { claimId: id },
    });
    expect(await app.status(token.id)).toBe('active');
    expect((await app.claim(token.token)).outcome).toBe('claimed');
    expect(await app.step(id, 'complete', upload())).toBe('lost');
  });

  it('makes the link used when the document is there', async () => {
    const { sent } = await confirmedLongAgo();
    app.document.on('/internal/attempts/settle', () => ({ outcome: 'completed', ...sent }));
    await app.get(SettleStaleClaims).execute();
    const row = await app.prisma.token.findUniqueOrThrow({ where: { id: token.id } });
    expect(row).toMatchObject({
      status: 'used',
      documentId: sent.documentId,
      receivedAt: new Date(sent.receivedAt),
    });
  });

  it('leaves the claim confirmed while the document service cannot be asked', async () => {
    await confirmedLongAgo();
    app.document.on('/internal/attempts/settle', () => {
      throw new Error('away');
    });
    expect(await app.get(SettleStaleClaims).execute()).toBe(0);
    expect(await app.status(token.id)).toBe('used');
    app.document.on('/internal/attempts/settle', () => ({ outcome: 'abandoned' }));
    expect(await app.get(SettleStaleClaims).execute()).toBeGreaterThan(0);
  });

  it('settles the next stale claim when one cannot be settled', async () => {
    const failing = await confirmedLongAgo();
    await app.age(token.id, 'confirmed_at', 120);
    token = await app.create();
    const other = await confirmedLongAgo();
    app.document.on('/internal/attempts/settle', ({ claimId: asked }) => {
      if (asked === failing.id) throw new Error('away');
      return { outcome: 'abandoned' };
    });
    await app.get(SettleStaleClaims).execute();
    expect(app.document.calls.map((call) => call.body.claimId)).toEqual(
      expect.arrayContaining([failing.id, other.id]),
    );
    expect(await app.status(token.id)).toBe('active');
    app.document.on('/internal/attempts/settle', () => ({ outcome: 'abandoned' }));
    await app.get(SettleStaleClaims).execute();
  });

  it('does not ask about a confirmation that is still fresh', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.step(id, 'confirm', upload());
    await app.get(SettleStaleClaims).execute();
    expect(app.document.calls.map((call) => call.body.claimId)).not.toContain(id);
    await app.step(id, 'release');
  });

  it('loses to a completion that comes while it asks', async () => {
    const { id, sent } = await confirmedLongAgo();
    app.document.on('/internal/attempts/settle', async () => {
      await app.step(id, 'complete', sent);
      return { outcome: 'completed', ...sent };
    });
    await app.get(SettleStaleClaims).execute();
    expect(await app.status(token.id)).toBe('used');
    expect(
      (await app.emitted('token.used')).filter((data) => 'tokenId' in data && data.tokenId === token.id),
    ).toHaveLength(1);
  });
});

describe('completing a claim', () => {
  it('turns the link into used once, however often it is said', async () => {
    const [id, sent] = [claimId(), upload()];
    await app.claim(token.token, id);
    await app.step(id, 'confirm', sent);
    expect(await app.step(id, 'complete', sent)).toBe('completed');
    expect(await app.step(id, 'complete', sent)).toBe('completed');
    const told = (await app.emitted('token.used')).filter(
      (data) => 'tokenId' in data && data.tokenId === token.id,
    );
    expect(told).toHaveLength(1);
    expect(await app.step(id, 'release')).toBe('lost');
    expect(await revoke()).toMatchObject({
      status: 409,
      body: { message: 'Only active tokens can be revoked' },
    });
  });
});

describe('links past their expiry', () => {
  it('writes expired once and tells it', async () => {
    await app.age(token.id, 'expires_at');
    expect(await app.status(token.id)).toBe('expired');
    const sweep = app.get(ExpireTokens);
    await Promise.all([sweep.execute(), sweep.execute()]);
    const told = (await app.emitted('token.expired')).filter(
      (data) => 'tokenId' in data && data.tokenId === token.id,
    );
    expect(told).toHaveLength(1);
    expect((await app.claim(token.token)).outcome).toBe('expired');
    expect((await revoke()).status).toBe(409);
  });

  it('lets nobody revoke a link that has expired, before the sweeper has seen it', async () => {
    await app.age(token.id, 'expires_at');
    expect((await revoke()).status).toBe(409);
    expect((await app.prisma.token.findUniqueOrThrow({ where: { id: token.id } })).revokedAt).toBeNull();
  });

  it('lets an upload that began in time finish after the expiry', async () => {
    const id = claimId();
    await app.claim(token.token, id, 'key');
    await app.age(token.id, 'expires_at');
    await app.get(ExpireTokens).execute();
    expect(await app.step(id, 'renew')).toBe('renewed');
    expect((await app.claim(token.token)).outcome).toBe('expired');
    expect((await app.claim(token.token, claimId(), 'key')).outcome).toBe('claimed');
    expect(await app.step(id, 'confirm', upload())).toBe('lost');
  });

  it('ends a claim whose lease ran out after the expiry', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.age(token.id, 'expires_at');
    await app.age(token.id, 'lease_until');
    expect(await app.step(id, 'confirm', upload())).toBe('lost');
    await app.get(ExpireTokens).execute();
    expect((await app.prisma.token.findUniqueOrThrow({ where: { id: token.id } })).status).toBe('expired');
  });
});

describe('the state of a link', () => {
  it('cannot tell an unknown link from a malformed one', async () => {
    const answers = await Promise.all(
      ['A'.repeat(43), 'x', ' ', '💧'.repeat(40)].map((link) => app.validate(link)),
    );
    for (const { status, body } of answers) {
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 404,
        code: 'link_unknown',
        message: 'Invalid or expired token. Please contact your clinician for a new link.',
      });
    }
    expect((await app.claim('x')).outcome).toBe('unknown');
  });

  it('has a sentence for expired and for cancelled', async () => {
    await app.age(token.id, 'expires_at');
    expect(await app.validate(token.token)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    token = await app.create();
    await revoke();
    expect(await app.validate(token.token)).toMatchObject({ status: 410, body: { code: 'link_revoked' } });
  });
});
