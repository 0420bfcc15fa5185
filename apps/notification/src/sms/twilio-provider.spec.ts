import { failedSend } from './twilio-provider.js';

describe('failedSend', () => {
  it.each([
    ['a rejection with a code', { status: 400, code: 21211 }, { kind: 'refused', code: '21211' }],
    ['too many requests', { status: 429, code: 20429 }, { kind: 'refused', code: '20429' }],
    ['a rejection without a code', { status: 404 }, { kind: 'refused', code: '404' }],
    ['a closed port', { code: 'ECONNREFUSED' }, { kind: 'refused', code: 'unreachable' }],
    ['an unknown host', { code: 'ENOTFOUND' }, { kind: 'refused', code: 'unreachable' }],
    ['an error at Twilio', { status: 500 }, { kind: 'in_doubt', code: '500' }],
    ['a timeout', { code: 'ERR_CANCELED' }, { kind: 'in_doubt', code: 'ERR_CANCELED' }],
    ['a broken connection', { code: 'ECONNRESET' }, { kind: 'in_doubt', code: 'ECONNRESET' }],
    ['anything else', {}, { kind: 'in_doubt', code: 'no answer' }],
  ])('a failed send to Twilio is classified: %s', (_name, error, outcome) => {
    expect(failedSend(error)).toEqual(outcome);
  });
});
