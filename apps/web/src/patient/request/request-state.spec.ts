import { requests } from '../testing/request.js';
import { nextStepOf, readRequest } from './request-state.js';

describe('the next step of a request', () => {
  it.each([
    ['firstSent', 'next'],
    ['unproven', 'next'],
    ['allSent', 'all'],
    ['lastSkipped', 'done'],
    ['ended', 'ended'],
    ['elsewhere', 'ended'],
    ['none', 'unknown'],
  ] as const)('after the response %s, the next step is %s', (name, step) => {
    expect(nextStepOf(readRequest(requests[name]))).toBe(step);
  });
});

describe('the response about a request', () => {
  it('documents keep their order, labels and states', () => {
    const { documents, open } = readRequest(requests.firstSent);
    expect(documents.map(({ label, state }) => [label[0]?.text, state])).toEqual([
      ['Insurance card', 'received'],
      ['Referral letter', 'notSent'],
      ['Photo of the rash', 'notSent'],
    ]);
    expect(open).toEqual({ token: 'next-token', position: 2, count: 3, proof: null });
  });

  it('unexpected values are ignored', () => {
    expect(readRequest(null)).toEqual({ documents: [], left: 0, open: null });
    expect(readRequest({ items: 'x', left: 'y', open: { token: ' ' } })).toEqual({
      documents: [],
      left: 0,
      open: null,
    });
    expect(
      readRequest({ items: [null, { state: 'of a later version', receivedAt: 'x' }] }).documents,
    ).toEqual([
      { label: [], state: 'notSent', receivedAt: null },
      { label: [], state: 'notSent', receivedAt: null },
    ]);
  });
});
