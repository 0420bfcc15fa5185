import { randomUUID } from 'node:crypto';
import type { Token } from '@caredrop/contracts';
import { jest } from '@jest/globals';
import { SettleClaim } from '../src/claims/settle-claim.js';
import { ExpireTokens } from '../src/jobs/expire-tokens.js';
import { SettleStaleClaims } from '../src/jobs/settle-stale-claims.js';
import { aLink } from './support/a-link.js';
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

describe('link validation', () => {
  it('a claimed link can be validated 100 times and stays active', async () => {
    const link = await aLink(app).claimed().make();
    for (let n = 0; n < 100; n += 1) expect((await app.validate(link.token)).status).toBe(200);
    expect(await app.status(link.id)).toBe('active');
  });
});

describe('previewing a claim', () => {
  async function preview(link: string) {
    const call = { from: 'document', body: { token: link } } as const;
    return (await app.call<{ outcome: string }>('POST', '/internal/claims/preview', call)).body.data;
  }

  it.each([
    ['active', aLink, 'usable'],
    ['claimed', (of: TokenApp) => aLink(of).claimed(), 'usable'],
    ['confirmed', (of: TokenApp) => aLink(of).claimed().confirmed(), 'usable'],
    ['used', (of: TokenApp) => aLink(of).claimed().confirmed().used(), 'used'],
    ['expired', (of: TokenApp) => aLink(of).expired(), 'expired'],
  ])('previewing a link that is %s returns its state without claiming it', async (_state, make, outcome) => {
    const link = await make(app).make();
    const before = await app.prisma.token.findUniqueOrThrow({ where: { id: link.id } });
    expect(await preview(link.token)).toMatchObject({ outcome });
    expect(await app.prisma.token.findUniqueOrThrow({ where: { id: link.id } })).toEqual(before);
    await app.step(link.claimId, 'release');
  });

  it('a preview distinguishes a revoked link from an unknown one', async () => {
    await revoke();
    expect(await preview(token.token)).toEqual({ outcome: 'revoked' });
    expect(await preview('unknown')).toEqual({ outcome: 'unknown' });
  });
});

describe('claiming a link', () => {
  it('exactly one of 50 concurrent claims succeeds, in each of 10 rounds', async () => {
    for (let race = 1; race <= 10; race += 1) {
      const link = (await app.create()).token;
      const responses = await Promise.all(Array.from({ length: 50 }, () => app.claim(link)));
      const outcomes = responses.map((response) => response.outcome);
      expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(49);
    }
  });

  it('a claim returns the owner and the reference of the link', async () => {
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

  it('a claim can be repeated with the same claim id', async () => {
    const id = claimId();
    expect((await app.claim(token.token, id)).outcome).toBe('claimed');
    expect((await app.claim(token.token, id)).outcome).toBe('claimed');
  });

  it('a claim id cannot claim a second link', async () => {
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
  it('a link can be claimed again when the lease has expired', async () => {
    const link = await aLink(app).claimed().leaseEnded().make();
    expect((await app.claim(link.token)).outcome).toBe('claimed');
  });

  it('only the holder of a claim can renew its lease', async () => {
    const link = await aLink(app).claimed().make();
    expect(await app.step(link.claimId, 'renew')).toBe('renewed');
    expect(await app.step(claimId(), 'renew')).toBe('lost');
  });

  it('every later step of a claim that was overtaken is refused', async () => {
    const { token: value, claimId: slow } = await aLink(app).claimed().leaseEnded().make();
    const quick = claimId();
    await app.claim(value, quick);
    for (const step of ['renew', 'confirm', 'release'] as const) {
      expect([step, await app.step(slow, step, upload())]).toEqual([step, 'lost']);
    }
    expect(await app.step(quick, 'confirm', upload())).toBe('confirmed');
  });

  it('a claim with an expired lease can be confirmed while no other claim exists', async () => {
    const link = await aLink(app).claimed().leaseEnded().make();
    expect(await app.step(link.claimId, 'confirm', upload())).toBe('confirmed');
  });

  it('a lease cannot be renewed beyond its absolute limit', async () => {
    const link = await aLink(app).claimed().claimTooOld().make();
    expect(await app.step(link.claimId, 'renew')).toBe('lost');
  });

  it('repeating a claim does not reset its absolute limit', async () => {
    const link = await aLink(app).claimed().claimTooOld().claimed().make();
    expect(await app.step(link.claimId, 'renew')).toBe('lost');
  });

  it('a link whose expiry and lease have passed cannot be claimed, even with the same id or key', async () => {
    const link = await aLink(app).claimed('key').expired().leaseEnded().make();
    expect((await app.claim(link.token, link.claimId, 'key')).outcome).toBe('expired');
    expect((await app.claim(link.token, claimId(), 'key')).outcome).toBe('expired');
  });

  it('a new claim id with the same idempotency key takes over the claim', async () => {
    const [before, after] = [claimId(), claimId()];
    await app.claim(token.token, before, 'same-key');
    expect((await app.claim(token.token, after, 'other-key')).outcome).toBe('busy');
    expect((await app.claim(token.token, after, 'same-key')).outcome).toBe('claimed');
    expect(await app.step(before, 'confirm', upload())).toBe('lost');
    expect(await app.step(after, 'confirm', upload())).toBe('confirmed');
  });

  describe('a confirmed claim', () => {
    const sent = upload();
    const other = async () => (await app.claim(token.token, claimId(), 'other-key')).outcome;
    let id: string;
    beforeEach(async () => {
      id = claimId();
      await app.claim(token.token, id, 'same-key');
      await app.step(id, 'confirm', sent);
    });

    it('a confirmed claim is not taken over: the same key gets "finishing"', async () => {
      expect(await app.claim(token.token, claimId(), 'same-key')).toEqual({
        outcome: 'finishing',
        retryAfterSeconds: 2,
      });
    });

    it('another key gets "used" if the document was stored, even if its event has not arrived', async () => {
      app.document.on('/internal/attempts/settle', () => ({ outcome: 'completed', ...sent }));
      expect(await other()).toBe('used');
    });

    it('another key can claim the link if the document was not stored', async () => {
      app.document.on('/internal/attempts/settle', () => ({ outcome: 'abandoned' }));
      expect(await other()).toBe('claimed');
    });

    it('another key gets "busy" while it is unknown whether the document was stored', async () => {
      app.document.on('/internal/attempts/settle', () => {
        throw new Error('away');
      });
      expect(await other()).toBe('busy');
      expect((await app.claim(token.token)).outcome).toBe('busy');
    });
  });
});

describe('releasing a claim', () => {
  it('a released link can be claimed again', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    expect(await app.step(id, 'release')).toBe('released');
    expect((await app.claim(token.token)).outcome).toBe('claimed');
  });

  it('a second release of a claim is refused', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.step(id, 'release');
    expect(await app.step(id, 'release')).toBe('lost');
    expect(await app.step(id, 'confirm', upload())).toBe('lost');
  });
});

describe('confirming a claim', () => {
  it('a confirmed link is listed as used with one document', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    expect(await app.step(id, 'confirm', upload())).toBe('confirmed');
    expect(await app.listed(token.id)).toMatchObject({ status: 'used', uploads: [{ count: 1 }] });
  });

  describe('a link that is opened before its upload has committed', () => {
    const received = { status: 410, body: { code: 'link_used', data: { patientRefId: 'P-1' } } };
    const sent = upload();
    let id: string;
    beforeEach(async () => {
      id = claimId();
      await app.claim(token.token, id);
      await app.step(id, 'confirm', sent);
    });

    it('the link is used, with the time of receipt, once the upload has committed', async () => {
      const validation = app.validate(token.token);
      expect(await app.complete(id, sent)).toBe(true);
      expect(await validation).toMatchObject(received);
    });

    it('the link is used if the document service has the document, even if its event has not arrived', async () => {
      app.document.on('/internal/attempts/settle', () => ({ outcome: 'completed', ...sent }));
      const response = await app.validate(token.token);
      expect(response).toMatchObject(received);
      expect(response.body.data).toHaveProperty('receivedAt', sent.receivedAt);
    });

    it('the link is valid if the document was not stored', async () => {
      app.document.on('/internal/attempts/settle', () => ({ outcome: 'abandoned' }));
      expect((await app.validate(token.token)).status).toBe(200);
    });

    it('no receipt is reported while the document service cannot be reached', async () => {
      app.document.on('/internal/attempts/settle', () => {
        throw new Error('away');
      });
      expect(await app.validate(token.token)).toMatchObject({
        status: 503,
        body: { code: 'service_unavailable' },
      });
    });

    it('validation fails with 503, not "unknown", when the document service refuses to settle', async () => {
      app.document.off('/internal/attempts/settle');
      expect(await app.validate(token.token)).toMatchObject({
        status: 503,
        body: { code: 'service_unavailable' },
      });
      expect((await app.claim(token.token)).outcome).toBe('busy');
    });
  });

  it('a claim can be confirmed repeatedly, even after its completion', async () => {
    const id = claimId();
    const sent = upload();
    await app.claim(token.token, id);
    await app.step(id, 'confirm', sent);
    expect(await app.step(id, 'confirm', sent)).toBe('confirmed');
    await app.complete(id, sent);
    expect(await app.step(id, 'confirm', sent)).toBe('confirmed');
  });

  it('a claim cannot be confirmed after its link was revoked', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    expect((await revoke()).status).toBe(200);
    expect(await app.step(id, 'confirm', upload())).toBe('revoked');
    expect(await app.complete(id, upload())).toBe(false);
    expect(await app.status(token.id)).toBe('revoked');
  });

  it('a link cannot be revoked after its claim was confirmed', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.step(id, 'confirm', upload());
    expect(await revoke()).toMatchObject({
      status: 409,
      body: { message: 'A document is just being received' },
    });
  });

  it('a confirmed claim is not ended by its lease, the expiry of its link or the sweep', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.step(id, 'confirm', upload());
    for (const column of ['lease_until', 'claim_started_at', 'expires_at'] as const)
      await app.age(token.id, column, 99_999);
    await app.get(ExpireTokens).execute();
    expect(await app.status(token.id)).toBe('used');
    expect((await app.claim(token.token)).outcome).toBe('busy');
    expect(await app.complete(id, upload())).toBe(true);
  });
});

describe('settling confirmed claims', () => {
  async function confirmedLongAgo(): Promise<{ id: string; sent: ReturnType<typeof upload> }> {
    const link = await aLink(app).claimed().confirmed().overdue().make();
    token = link;
    return { id: link.claimId, sent: link.sent };
  }

  it('a link can be claimed again when its claim settles as abandoned', async () => {
    const { id } = await confirmedLongAgo();
    app.document.on('/internal/attempts/settle', () => ({ outcome: 'abandoned' }));
    await app.get(SettleStaleClaims).execute();
    expect(app.document.calls.at(-1)).toMatchObject({
      path: '/internal/attempts/settle',
      body: { claimId: id },
    });
    expect(await app.status(token.id)).toBe('active');
    expect((await app.claim(token.token)).outcome).toBe('claimed');
    expect(await app.complete(id, upload())).toBe(false);
  });

  it('a link becomes used when its claim settles as completed', async () => {
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

  it('a claim stays confirmed while the document service is unreachable', async () => {
    await confirmedLongAgo();
    app.document.on('/internal/attempts/settle', () => {
      throw new Error('away');
    });
    expect(await app.get(SettleStaleClaims).execute()).toBe(0);
    expect(await app.status(token.id)).toBe('used');
    app.document.on('/internal/attempts/settle', () => ({ outcome: 'abandoned' }));
    expect(await app.get(SettleStaleClaims).execute()).toBeGreaterThan(0);
  });

  it('settling ends at the first claim for which the document service does not respond, and when the service stops', async () => {
    const alone = await TokenApp.start({ DOCUMENT_URL: 'http://127.0.0.1:1' });
    try {
      for (let link = 0; link < 2; link += 1) await aLink(alone).claimed().confirmed().overdue().make();
      const settle = jest.spyOn(alone.get(SettleClaim), 'execute');
      expect(await alone.get(SettleStaleClaims).execute()).toBe(0);
      expect(settle).toHaveBeenCalledTimes(1);
      await alone.get(SettleStaleClaims).execute(() => true);
      expect(settle).toHaveBeenCalledTimes(1);
    } finally {
      await alone.stop();
    }
  });

  it('a claim that cannot be settled does not stop the next one', async () => {
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

  it('a recently confirmed claim is not settled', async () => {
    const id = claimId();
    await app.claim(token.token, id);
    await app.step(id, 'confirm', upload());
    await app.get(SettleStaleClaims).execute();
    expect(app.document.calls.map((call) => call.body.claimId)).not.toContain(id);
    await app.step(id, 'release');
  });

  it('a claim completed during settling publishes token.used only once', async () => {
    const { id, sent } = await confirmedLongAgo();
    app.document.on('/internal/attempts/settle', async () => {
      await app.complete(id, sent);
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
  it('completing a claim repeatedly publishes token.used only once', async () => {
    const [id, sent] = [claimId(), upload()];
    await app.claim(token.token, id);
    await app.step(id, 'confirm', sent);
    expect(await app.complete(id, sent)).toBe(true);
    expect(await app.complete(id, sent)).toBe(true);
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

describe('expired links', () => {
  it('two concurrent sweeps publish token.expired once', async () => {
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

  it('an expired link cannot be revoked, even before the sweep', async () => {
    await app.age(token.id, 'expires_at');
    expect((await revoke()).status).toBe(409);
    expect((await app.prisma.token.findUniqueOrThrow({ where: { id: token.id } })).revokedAt).toBeNull();
  });

  it('a claim made before the expiry can be renewed and taken over by its own key afterwards', async () => {
    const link = await aLink(app).claimed('key').expired().make();
    await app.get(ExpireTokens).execute();
    expect(await app.step(link.claimId, 'renew')).toBe('renewed');
    expect((await app.claim(link.token)).outcome).toBe('expired');
    expect((await app.claim(link.token, claimId(), 'key')).outcome).toBe('claimed');
    expect(await app.step(link.claimId, 'confirm', upload())).toBe('lost');
  });

  it('a claim whose lease ends after the expiry cannot be confirmed, and its link expires', async () => {
    const link = await aLink(app).claimed().expired().leaseEnded().make();
    expect(await app.step(link.claimId, 'confirm', upload())).toBe('lost');
    await app.get(ExpireTokens).execute();
    expect((await app.prisma.token.findUniqueOrThrow({ where: { id: link.id } })).status).toBe('expired');
  });
});

describe('link validation errors', () => {
  it('unknown and malformed links get the same 404 response', async () => {
    const responses = await Promise.all(
      ['A'.repeat(43), 'x', ' ', '💧'.repeat(40)].map((link) => app.validate(link)),
    );
    for (const { status, body } of responses) {
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 404,
        code: 'link_unknown',
        message: 'Invalid or expired token. Please contact your clinician for a new link.',
      });
    }
    expect((await app.claim('x')).outcome).toBe('unknown');
  });

  it('expired and revoked links get different error codes', async () => {
    await app.age(token.id, 'expires_at');
    expect(await app.validate(token.token)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    token = await app.create();
    await revoke();
    expect(await app.validate(token.token)).toMatchObject({ status: 410, body: { code: 'link_revoked' } });
  });
});
