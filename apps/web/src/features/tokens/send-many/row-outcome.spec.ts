import { describe, expect, it } from '@jest/globals';
import type { SendingRowResult } from '@caredrop/contracts';
import { copy } from './copy.js';
import { hasProblem, outcomesOf } from './row-outcome.js';

describe('outcomesOf', () => {
  const row = { line: 2, reference: 'A-1', state: 'sent' } as const;
  const both = { ...row, channels: ['sms' as const, 'email' as const] };
  const textsOf = (result: SendingRowResult) => outcomesOf(result).map(({ text }) => text);

  it('a row with only a text or only an email has one sentence', () => {
    expect(textsOf({ ...row, channels: ['sms'] })).toEqual(['Sent']);
    expect(textsOf({ ...row, channels: ['email'], email: { status: 'sent' } })).toEqual(['Email sent']);
    expect(textsOf({ ...row, state: 'waiting', channels: ['email'] })).toEqual(['Waiting']);
    expect(textsOf({ ...row, state: 'failed', problem: 'There is no reference.' })).toEqual([
      'Not sent: There is no reference.',
    ]);
  });

  it('a row with both has two sentences, each with its reason', () => {
    expect(textsOf({ ...both, email: { status: 'queued' } })).toEqual(['Text: sent', 'Email queued']);
    expect(
      textsOf({ ...both, state: 'failed', problem: 'a', email: { status: 'failed', problem: 'b' } }),
    ).toEqual(['Text: not sent: a', 'Email not sent: b']);
  });

  it('only a sentence about an actual or possible failure is marked as a problem, together with its row', () => {
    const refused: SendingRowResult = { ...both, email: { status: 'failed', problem: 'b' } };
    expect(outcomesOf(refused).map(({ isProblem }) => isProblem)).toEqual([false, true]);
    expect(hasProblem(refused)).toBe(true);
    expect(hasProblem({ ...row, state: 'failed' })).toBe(true);
    expect(hasProblem({ ...row, state: 'unconfirmed' })).toBe(true);
    expect(hasProblem({ ...both, email: { status: 'queued' } })).toBe(false);
  });

  it('a row whose text must be tried again has a problem, and one that is being sent for the first time has none', () => {
    expect(outcomesOf({ ...row, state: 'sending', problem: 'a' })).toEqual([
      { text: 'Being sent: a', isProblem: true },
    ]);
    expect(hasProblem({ ...row, state: 'sending' })).toBe(false);
  });
});

describe('the dialog that cancels the rest of a file', () => {
  it.each([
    [{ waiting: 2, sending: 0 }, /^2 requests will not be sent\./],
    [{ waiting: 2, sending: 1 }, /^Up to 3 requests will not be sent\./],
    [{ waiting: 0, sending: 1 }, /^Up to 1 request will not be sent\./],
  ])('for %j, only rows that are not being handed over count as certain not to be sent', (counts, start) => {
    expect(copy.cancelDialog.text(counts)).toMatch(start);
  });
});
