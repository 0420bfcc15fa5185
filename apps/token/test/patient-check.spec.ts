import { randomUUID } from 'node:crypto';
import type { ReissueResponse, TokenDefaults, TokenDetails } from '@caredrop/contracts';
import type { ClaimResponse } from '@caredrop/contracts/internal';
import { eventually, lockWaits } from '@caredrop/testing';
import { runCommand } from '../src/cli/run-command.js';
import { ForgetPatientChecks } from '../src/jobs/forget-patient-checks.js';
import { checkLimits } from '../src/check-rules/check-limits.js';
import { aCheckedLink, BORN, CheckedBrowser, WRONG } from './support/a-checked-link.js';
import { ana, ben, TokenApp, upload } from './support/token-app.js';

let app: TokenApp;
beforeAll(async () => {
  app = await TokenApp.start({ PATIENT_CHECK: 'on' });
});
afterAll(async () => app.stop());
beforeEach(async () => {
  await app.prisma.outbox.deleteMany();
});

const row = (id: string) => app.prisma.token.findUniqueOrThrow({ where: { id } });
const browser = ({ token }: { token: string }) => new CheckedBrowser(app, token);
const details = async (id: string) =>
  (await app.call<{ token: TokenDetails }>('GET', `/tokens/${id}`, { as: ana })).body.data.token;
const unlock = (id: string, as = ana) => app.call('POST', `/tokens/${id}/check/unlock`, { as });
const waitIsOver = (id: string) => app.age(id, 'check_waits_until');
async function claim(
  link: { token: string },
  patient?: CheckedBrowser['patient'],
  claimId: string = randomUUID(),
): Promise<ClaimResponse['outcome']> {
  const body = { token: link.token, claimId, idempotencyHash: null, ...(patient && { patient }) };
  const response = await app.call<ClaimResponse>('POST', '/internal/claims', { from: 'document', body });
  return response.body.data.outcome;
}
async function passed(link: { token: string }): Promise<CheckedBrowser> {
  const own = browser(link);
  expect((await own.give(BORN)).status).toBe(200);
  return own;
}
/** Ends the preceding wait, then enters as many wrong dates as a round allows. */
async function failRound(link: { id: string; token: string }) {
  await waitIsOver(link.id);
  for (let n = 0; n < checkLimits.triesPerRound; n += 1) await browser(link).give(WRONG);
}

describe('making a link with a patient check', () => {
  it('a new check stores neither the date nor anything from which it can be computed without the keys', async () => {
    const link = await aCheckedLink(app);
    const stored = await row(link.id);
    expect(stored).toMatchObject({ hasCheck: true, checkInitials: 'J. S.', checkTries: 0 });
    expect(JSON.stringify(stored)).not.toContain('1948');
    const other = await row((await aCheckedLink(app)).id);
    expect(Buffer.from(stored.checkHash!).equals(Buffer.from(other.checkHash!))).toBe(false);
    expect(JSON.stringify(await app.prisma.outbox.findMany())).not.toContain('1948-03');
  });

  it.each([
    ['does not exist', { birth_date: '1948-02-30', initials: 'JS' }],
    ['is in the future', { birth_date: '2090-01-01', initials: 'JS' }],
    ['is before 1900', { birth_date: '1899-12-31', initials: 'JS' }],
    ['is not written as YYYY-MM-DD', { birth_date: '27.3.1948', initials: 'JS' }],
    ['comes without initials', { birth_date: BORN, initials: ' ' }],
    ['comes with initials that are too long', { birth_date: BORN, initials: 'J. S. T. U.' }],
    ['comes with invisible initials', { birth_date: BORN, initials: '\u200b\u200b' }],
  ])('a date of birth that %s is refused', async (_why, check) => {
    const body = { patientRefId: 'P-1', patient_check: check };
    const response = await app.call('POST', '/tokens', { as: ana, body });
    expect(response).toMatchObject({ status: 400, body: { code: 'field_invalid' } });
  });

  it('the defaults say that the patient check can be used', async () => {
    const { body } = await app.call<TokenDefaults>('GET', '/tokens/defaults', { as: ana });
    expect(body.data.patientCheck).toBe(true);
  });
});

describe('giving the date of birth', () => {
  it('the right date returns a proof, with which validation reports the check as passed', async () => {
    const link = await aCheckedLink(app);
    const own = browser(link);
    expect(await own.check()).toEqual({ initials: 'J. S.', state: 'needed' });
    await own.give(BORN);
    expect(await own.check()).toEqual({ initials: 'J. S.', state: 'passed' });
    expect(await browser(link).check()).toMatchObject({ state: 'needed' });
    expect(await row(link.id)).toMatchObject({ checkTries: 0, checkPassedAt: expect.any(Date) as Date });
    expect((await details(link.id)).patient_check).toEqual({ initials: 'J. S.', state: 'passed' });
    expect(await app.audited('token.check_passed')).toMatchObject([
      { outcome: 'success', subject: { id: link.id }, actor: { kind: 'patient' } },
    ]);
  });

  it('correct dates are limited per link and hour, and a date over the limit uses up no try', async () => {
    const link = await aCheckedLink(app);
    for (let at = 0; at < 60; at++) await browser(link).give(BORN);
    const refused = await browser(link).give(BORN);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(await row(link.id)).toMatchObject({ checkTries: 0 });
    const passed = await app.audited('token.check_passed');
    expect(passed.filter(({ subject }) => (subject as { id: string }).id === link.id)).toHaveLength(60);
    expect((await browser(link).give(WRONG)).body).toMatchObject({ code: 'check_wrong' });
  });

  it('a wrong date reports how many tries are left, and is audited without the date', async () => {
    const link = await aCheckedLink(app);
    const response = await browser(link).give(WRONG);
    expect(response).toMatchObject({ status: 422, body: { code: 'check_wrong', params: { left: 9 } } });
    const [entry] = await app.audited('token.check_failed');
    expect(entry).toMatchObject({ outcome: 'refused', reason: 'check_wrong', subject: { id: link.id } });
    expect(JSON.stringify(entry)).not.toContain('1948-03');
  });

  it('only ten of fifty concurrent wrong dates are compared, and the link is then blocked for 15 minutes', async () => {
    const link = await aCheckedLink(app);
    const responses = await Promise.all(Array.from({ length: 50 }, () => browser(link).give(WRONG)));
    const codes = responses.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'check_wrong')).toHaveLength(10);
    expect(codes.filter((code) => code === 'check_waiting')).toHaveLength(40);
    expect((await row(link.id)).checkTries).toBe(10);
    const right = await app.call('POST', '/links/check', {
      body: { token: link.token, birth_date: BORN, browser: 'a'.repeat(32) },
    });
    expect(right).toMatchObject({ status: 429, body: { code: 'check_waiting' } });
    const { state, waits_until } = (await browser(link).check())!;
    expect(state).toBe('waiting');
    expect(Date.parse(waits_until!)).toBeGreaterThan(Date.now() + 14 * 60_000);
  });

  it('at most ten wrong dates are compared in fifty simultaneous tries, even if some of the dates are right', async () => {
    const link = await aCheckedLink(app);
    const dates = Array.from({ length: 50 }, (_, at) => (at % 5 === 0 ? BORN : WRONG));
    const responses = await Promise.all(dates.map((date) => browser(link).give(date)));
    expect(responses.filter(({ body }) => body.code === 'check_wrong').length).toBeLessThanOrEqual(10);
    expect((await row(link.id)).checkTries).toBeLessThanOrEqual(10);
  });

  it('only 30 wrong dates are compared before a link is locked', async () => {
    const link = await aCheckedLink(app);
    let compared = 0;
    for (let day = 0; day < 365; day += 1) {
      await waitIsOver(link.id);
      const date = new Date(Date.UTC(1950, 0, 1 + day)).toISOString().slice(0, 10);
      const { body } = await browser(link).give(date);
      if (body.code === 'check_wrong') compared += 1;
      else expect(body.code).toBe('check_locked');
    }
    expect(compared).toBe(checkLimits.triesMax);
    await waitIsOver(link.id);
    expect((await browser(link).give(BORN)).body.code).toBe('check_locked');
    expect(await app.emitted('token.check_locked')).toEqual([{ tokenId: link.id, ownerId: ana.userId }]);
    expect(await app.audited('token.check_locked')).toHaveLength(1);
    expect((await details(link.id)).patient_check).toEqual({ initials: 'J. S.', state: 'locked' });
    expect((await app.validate(link.token)).status).toBe(200);
  });

  it('a correct date uses up no try and does not reset the count of wrong dates', async () => {
    const link = await aCheckedLink(app);
    for (let n = 0; n < 9; n += 1) await browser(link).give(WRONG);
    await passed(link);
    expect(await row(link.id)).toMatchObject({ checkTries: 9, checkWaitsUntil: null });
    expect((await browser(link).give(WRONG)).body.params).toEqual({ left: 0 });
  });

  it('dates for unknown links, ended links and links without a patient check are refused, and malformed dates do not use up a try', async () => {
    const plain = await app.create();
    const revoked = await aCheckedLink(app);
    await app.call('PATCH', `/tokens/${revoked.id}`, { as: ana, body: { status: 'revoked' } });
    expect((await new CheckedBrowser(app, 'x'.repeat(43)).give(BORN)).body.code).toBe('link_unknown');
    expect(await browser(revoked).give(BORN)).toMatchObject({ status: 410, body: { code: 'link_revoked' } });
    expect(await browser(plain).give(BORN)).toMatchObject({ status: 409, body: { code: 'check_not_set' } });
    const link = await aCheckedLink(app);
    expect((await browser(link).give('1948-02-31')).status).toBe(400);
    expect((await row(link.id)).checkTries).toBe(0);
  });

  it('no date is compared once the upload of a link is confirmed', async () => {
    const link = await aCheckedLink(app);
    const claimId = randomUUID();
    expect(await claim(link, (await passed(link)).patient, claimId)).toBe('claimed');
    expect(await app.step(claimId, 'confirm', upload())).toBe('confirmed');
    for (const date of [BORN, WRONG]) expect(await browser(link).give(date)).toMatchObject({ status: 503 });
    expect((await row(link.id)).checkTries).toBe(0);
  });

  it('no date is compared once a link has expired, although the sweep has not marked it yet', async () => {
    const link = await aCheckedLink(app);
    await app.age(link.id, 'expires_at');
    for (const date of [BORN, WRONG])
      expect(await browser(link).give(date)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    expect(await row(link.id)).toMatchObject({ status: 'active', checkTries: 0 });
  });

  it('every response takes the same minimum time', async () => {
    const slow = await TokenApp.start({ PATIENT_CHECK: 'on', RENEWAL_ANSWER_MS: '250' });
    try {
      const link = await aCheckedLink(slow);
      const tries = [
        [link.token, BORN] as const,
        [link.token, WRONG] as const,
        ['x'.repeat(43), BORN] as const,
      ];
      for (const [token, date] of tries) {
        const start = performance.now();
        await new CheckedBrowser(slow, token).give(date);
        expect(performance.now() - start).toBeGreaterThanOrEqual(245);
      }
    } finally {
      await slow.stop();
    }
  });
});

describe('unlocking', () => {
  it('unlocking a locked link takes effect once: earlier proofs are void, and the patient can pass again', async () => {
    const link = await aCheckedLink(app);
    const early = await passed(link);
    for (let round = 0; round < 3; round += 1) await failRound(link);
    expect(await early.check()).toMatchObject({ state: 'passed' });
    expect((await details(link.id)).patient_check).toMatchObject({ state: 'locked' });
    expect((await unlock(link.id, ben)).status).toBe(404);
    expect((await unlock(link.id)).status).toBe(200);
    expect((await unlock(link.id)).status).toBe(200);
    expect(await app.audited('token.unlock_check')).toHaveLength(2);
    expect(await row(link.id)).toMatchObject({ checkTries: 0, checkWaitsUntil: null, checkVersion: 2 });
    expect(await early.check()).toMatchObject({ state: 'needed' });
    expect(await claim(link, early.patient)).toBe('check_needed');
    expect(await claim(link, (await passed(link)).patient)).toBe('claimed');
  });

  it('a passed check is shown as waiting while wrong dates block it, and can be unlocked', async () => {
    const link = await aCheckedLink(app);
    const own = await passed(link);
    await failRound(link);
    const { checkWaitsUntil } = await row(link.id);
    const waits_until = checkWaitsUntil?.toISOString();
    const blocked = { initials: 'J. S.', state: 'waiting', waits_until };
    expect((await details(link.id)).patient_check).toEqual(blocked);
    expect(await own.check()).toMatchObject({ state: 'passed' });
    await waitIsOver(link.id);
    expect((await details(link.id)).patient_check).toMatchObject({ state: 'passed' });
    await unlock(link.id);
    expect((await details(link.id)).patient_check).toMatchObject({ state: 'needed' });
  });

  it('a blocked link can be unlocked, but a link without a check cannot', async () => {
    const link = await aCheckedLink(app);
    await failRound(link);
    await unlock(link.id);
    expect((await browser(link).give(BORN)).status).toBe(200);
    const response = await unlock((await app.create()).id);
    expect(response).toMatchObject({ status: 409, body: { code: 'check_not_set' } });
  });
});

describe('a claim of a checked link', () => {
  it('a claim is granted only with a valid proof for this link and this browser', async () => {
    const link = await aCheckedLink(app);
    const own = await passed(link);
    const other = await passed(await aCheckedLink(app));
    expect(await claim(link)).toBe('check_needed');
    expect(await claim(link, other.patient)).toBe('check_needed');
    expect(await claim(link, { ...own.patient!, browser: other.key })).toBe('check_needed');
    expect(await claim(link, { ...own.patient!, proof: 'not a proof' })).toBe('check_needed');
    expect((await row(link.id)).claimId).toBeNull();
    expect(await claim(link, own.patient)).toBe('claimed');
  });

  it('only one of fifty concurrent claims succeeds, and none without a proof does', async () => {
    const link = await aCheckedLink(app);
    const { patient } = await passed(link);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, at) => claim(link, at % 2 === 0 ? patient : undefined)),
    );
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'check_needed')).toHaveLength(25);
  });

  it('a claim is refused when an unlock commits after its proof was verified', async () => {
    const link = await aCheckedLink(app);
    const { patient } = await passed(link);
    let claiming: Promise<ClaimResponse['outcome']> | undefined;
    await app.prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`UPDATE tokens SET check_version = 2 WHERE id = ${link.id}::uuid`;
        claiming = claim(link, patient);
        await eventually(async () => expect(await lockWaits(app.prisma)).toHaveLength(1));
      },
      { timeout: 60_000 },
    );
    expect(await claiming).toBe('check_needed');
    expect((await row(link.id)).claimId).toBeNull();
  });

  it('a claim that is already in progress continues even if the proof is void', async () => {
    const link = await aCheckedLink(app);
    const { patient } = await passed(link);
    const claimId = randomUUID();
    expect(await claim(link, patient, claimId)).toBe('claimed');
    await app.prisma.$executeRaw`UPDATE tokens SET check_version = 2 WHERE id = ${link.id}::uuid`;
    expect(await claim(link, patient, claimId)).toBe('claimed');
    expect(await app.step(claimId, 'renew')).toBe('renewed');
    expect(await app.step(claimId, 'confirm', upload())).toBe('confirmed');
  });

  it('a checked link stays checked when PATIENT_CHECK is turned off, and no new check can be created', async () => {
    const link = await aCheckedLink(app);
    const off = await TokenApp.start();
    try {
      const body = { patientRefId: 'P-1', patient_check: { birth_date: BORN, initials: 'JS' } };
      const made = await off.call('POST', '/tokens', { as: ana, body });
      expect(made).toMatchObject({ status: 409, body: { code: 'patient_check_off' } });
      const { body: defaults } = await off.call<TokenDefaults>('GET', '/tokens/defaults', { as: ana });
      expect(defaults.data.patientCheck).toBe(false);
      const copied = await row(link.id);
      await off.prisma.token.create({ data: copied });
      expect((await off.validate(link.token)).body.data.check).toMatchObject({ state: 'needed' });
      expect(await off.claim(link.token)).toEqual({ outcome: 'check_needed' });
    } finally {
      await off.stop();
    }
  });
});

describe('the end of a checked link', () => {
  const gone = {
    checkKeyId: null,
    checkKeySealed: null,
    checkHash: null,
    checkInitials: null,
    hasCheck: true,
  };

  it('the statement that marks a link as used removes its hash and initials', async () => {
    const link = await aCheckedLink(app);
    const claimId = randomUUID();
    await claim(link, (await passed(link)).patient, claimId);
    const sent = upload();
    await app.step(claimId, 'confirm', sent);
    await app.complete(claimId, sent);
    expect(await row(link.id)).toMatchObject({ status: 'used', ...gone });
  });

  it('the statement that revokes a link removes its hash and initials, and the link cannot be replaced', async () => {
    const link = await aCheckedLink(app);
    await app.call('PATCH', `/tokens/${link.id}`, { as: ana, body: { status: 'revoked' } });
    expect(await row(link.id)).toMatchObject(gone);
    const response = await app.call('POST', `/tokens/${link.id}/reissue`, { as: ana, body: { send: false } });
    expect(response).toMatchObject({ status: 409, body: { code: 'reissue_check_gone' } });
  });

  it('an expired link keeps its hash and initials while it can be replaced, and then a job removes them', async () => {
    const link = await aCheckedLink(app);
    await app.prisma.token.update({ where: { id: link.id }, data: { status: 'expired' } });
    await app.age(link.id, 'expires_at', 89 * 86_400);
    await app.get(ForgetPatientChecks).execute();
    expect((await row(link.id)).checkHash).not.toBeNull();
    await app.age(link.id, 'expires_at', 91 * 86_400);
    await app.get(ForgetPatientChecks).execute();
    expect(await row(link.id)).toMatchObject(gone);
  });

  it('a replacement link asks for the same date, counts tries from zero, and rejects the old proof', async () => {
    const link = await aCheckedLink(app);
    const old = await passed(link);
    await failRound(link);
    const response = await app.call<ReissueResponse>('POST', `/tokens/${link.id}/reissue`, {
      as: ana,
      body: { send: false },
    });
    const { token: next } = response.body.data;
    expect(await row(link.id)).toMatchObject(gone);
    expect(await claim(next, old.patient)).toBe('check_needed');
    expect((await browser(next).give(WRONG)).body.params).toEqual({ left: 9 });
    expect(await claim(next, (await passed(next)).patient)).toBe('claimed');
  });
});

describe('the rotation of LINK_KEYS', () => {
  it('the rotation reseals the keys of checks, so that proofs stay valid without the old key', async () => {
    const link = await aCheckedLink(app);
    const own = await passed(link);
    const keys = (current: string, ...ids: string[]) =>
      JSON.stringify({
        current,
        keys: Object.fromEntries(
          ids.map((id) => [id, Buffer.alloc(32, Number(id[1]) + 6).toString('base64')]),
        ),
      });
    const env = { ...app.env, LINK_KEYS: keys('k2', 'k1', 'k2') };
    await runCommand(['keys', 'rewrap'], env, () => undefined);
    expect((await row(link.id)).checkKeyId).toBe('k2');
    const later = await TokenApp.start({ PATIENT_CHECK: 'on', LINK_KEYS: keys('k2', 'k2') });
    try {
      await later.prisma.token.create({ data: await row(link.id) });
      const claimed = await later.call<ClaimResponse>('POST', '/internal/claims', {
        from: 'document',
        body: { token: link.token, claimId: randomUUID(), idempotencyHash: null, patient: own.patient },
      });
      expect(claimed.body.data.outcome).toBe('claimed');
    } finally {
      await later.stop();
    }
  });
});
