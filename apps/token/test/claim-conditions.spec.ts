import { randomUUID } from 'node:crypto';
import type { Token } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { jest } from '@jest/globals';
import { CheckRights } from '../src/check-rules/check-rights.js';
import { ClaimToken } from '../src/claims/claim-token.js';
import { ConcludeClaim } from '../src/claims/conclude-claim.js';
import { CONFIG } from '../src/config.js';
import type { PrismaService } from '../src/database/prisma.service.js';
import { ExpireTokens } from '../src/jobs/expire-tokens.js';
import { SettleStaleClaims } from '../src/jobs/settle-stale-claims.js';
import { RequestItemQueries } from '../src/request-items/request-items.queries.js';
import { TokenMetrics } from '../src/metrics.js';
import { aLink } from './support/a-link.js';
import { ana, TokenApp, upload } from './support/token-app.js';

/** Tests the conditions of the claim protocol's statements, each in a state in which only that condition decides. */

let app: TokenApp;
let token: Token;
let id: string;

beforeAll(async () => {
  app = await TokenApp.start({ SETTLE_AFTER_MS: '30000' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  token = await app.create();
  id = randomUUID();
});

const row = () => app.prisma.token.findUniqueOrThrow({ where: { id: token.id } });
const revoke = () => app.call('PATCH', `/tokens/${token.id}`, { as: ana, body: { status: 'revoked' } });
const claim = (claimId = id, key: string | null = null) => app.claim(token.token, claimId, key);
const confirm = () => app.step(id, 'confirm', upload());

describe('claiming', () => {
  it('a revoked link cannot be claimed, not even with the id or the key of its former claim', async () => {
    await claim(id, 'key');
    await revoke();
    expect((await claim(id, 'key')).outcome).toBe('revoked');
    expect((await claim(randomUUID(), 'key')).outcome).toBe('revoked');
  });

  it('a lease never extends beyond the absolute limit of its claim', async () => {
    await claim();
    await app.age(token.id, 'claim_started_at', 895);
    const end = (await row()).claimStartedAt!.getTime() + 900_000;
    expect(await app.step(id, 'renew')).toBe('renewed');
    expect((await row()).leaseUntil?.getTime()).toBe(end);
    await claim();
    expect((await row()).leaseUntil?.getTime()).toBe(end);
  });

  it('a claim succeeds when the holder releases the link during the attempt', async () => {
    await claim();
    // A claim that its UPDATE does not grant reads the row in a transaction. Here, the holder releases the link just
    // before that.
    const prisma = Object.create(app.prisma) as PrismaService;
    const look = app.prisma.$transaction.bind(app.prisma) as (work: unknown) => Promise<unknown>;
    const looks: unknown[] = [];
    Object.defineProperty(prisma, '$transaction', {
      value: async (work: unknown) => {
        looks.push(await app.step(id, 'release'));
        return look(work);
      },
    });
    const body = { token: token.token, claimId: randomUUID(), idempotencyHash: null };
    const response = await new ClaimToken(
      prisma,
      app.get(CONFIG as never),
      new TokenMetrics(),
      app.get(CheckRights),
      app.get(RequestItemQueries),
      app.get(ConcludeClaim),
    ).execute(body);
    expect([response.outcome, looks]).toEqual(['claimed', ['released']]);
  });
});

describe('renewing', () => {
  it('an expired lease can be renewed while the link is valid and no other upload has claimed it', async () => {
    const link = await aLink(app).claimed().leaseEnded().make();
    expect(await app.step(link.claimId, 'renew')).toBe('renewed');
  });

  it('a lease cannot be renewed once both lease and link have expired', async () => {
    const link = await aLink(app).claimed().leaseEnded().expired().make();
    expect(await app.step(link.claimId, 'renew')).toBe('lost');
  });

  it('the lease of a revoked link cannot be renewed, and the response says that the link was revoked', async () => {
    await claim();
    await revoke();
    expect(await app.step(id, 'renew')).toBe('revoked');
  });

  it('the lease of a confirmed claim cannot be renewed', async () => {
    const link = await aLink(app).claimed().confirmed().make();
    expect(await app.step(link.claimId, 'renew')).toBe('lost');
  });
});

describe('confirming', () => {
  it('a claim can be confirmed within its lease after the link has expired', async () => {
    await claim();
    await app.age(token.id, 'expires_at');
    expect(await confirm()).toBe('confirmed');
  });

  it('a claim can be confirmed again after its lease and its link have expired, and keeps the time of its first confirmation', async () => {
    await claim();
    await confirm();
    await app.age(token.id, 'confirmed_at', 60);
    await app.age(token.id, 'lease_until');
    await app.age(token.id, 'expires_at');
    const before = await row();
    expect(await confirm()).toBe('confirmed');
    expect((await row()).confirmedAt).toEqual(before.confirmedAt);
    await app.step(id, 'release');
  });
});

describe('releasing', () => {
  it('releasing the claim of a revoked link changes nothing', async () => {
    await claim();
    await revoke();
    const before = await row();
    expect(await app.step(id, 'release')).toBe('lost');
    expect(await row()).toEqual(before);
  });
});

describe('revoking', () => {
  it('a second revocation of a link is refused and keeps the time of the first', async () => {
    await revoke();
    const before = await row();
    expect((await revoke()).status).toBe(409);
    expect(await row()).toEqual(before);
  });
});

describe('expiring', () => {
  const expire = () => app.get(ExpireTokens).execute();

  it('the sweep does not expire a link that is still valid', async () => {
    await expire();
    expect((await row()).status).toBe('active');
  });

  it('the sweep does not expire revoked and used links', async () => {
    await revoke();
    const used = await app.create();
    await app.claim(used.token, id);
    await confirm();
    await app.complete(id, upload());
    for (const each of [token.id, used.id]) await app.age(each, 'expires_at');
    await app.age(used.id, 'lease_until');
    await expire();
    expect((await row()).status).toBe('revoked');
    expect((await app.prisma.token.findUniqueOrThrow({ where: { id: used.id } })).status).toBe('used');
  });

  it('the sweep skips a link locked by another replica and expires it later', async () => {
    await app.age(token.id, 'expires_at');
    await app.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "tokens" WHERE "id" = ${token.id}::uuid FOR UPDATE`;
      await expire();
    });
    expect((await row()).status).toBe('active');
    expect(await expire()).toBe(1);
  });
});

describe('settling', () => {
  it('a claim that was completed long ago is not settled', async () => {
    await claim();
    await confirm();
    await app.complete(id, upload());
    await app.age(token.id, 'confirmed_at', 60);
    await app.get(SettleStaleClaims).execute();
    expect(app.document.calls.map((call) => call.body.claimId)).not.toContain(id);
  });
});

describe('the sweep', () => {
  it('the sweep settles claims even if it fails to expire links', async () => {
    const sweeping = await TokenApp.start({ SWEEP_INTERVAL_MS: '50', SETTLE_AFTER_MS: '1' });
    jest.spyOn(sweeping.get(ExpireTokens), 'execute').mockRejectedValue(new Error('no'));
    sweeping.document.on('/internal/attempts/settle', () => ({ outcome: 'abandoned' }));
    const { token: link } = await sweeping.create();
    await sweeping.claim(link, id);
    await sweeping.step(id, 'confirm', upload());
    await eventually(async () => expect((await sweeping.claim(link)).outcome).not.toBe('used'));
    await sweeping.stop();
  });
});
