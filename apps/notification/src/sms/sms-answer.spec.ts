import { answerFor } from './sms-answer.js';

const delivery = (state: string, providerStatus: string | null = null, errorCode: string | null = null) =>
  answerFor({ state, providerStatus, errorCode });

describe('answerFor', () => {
  it('waits for what is being sent', () => {
    expect(delivery('sending')).toBeNull();
  });

  it('answers the newest status of an accepted text', () => {
    expect(delivery('accepted', 'queued')).toEqual({ outcome: 'accepted', status: 'sent' });
    expect(delivery('accepted', 'delivered')).toEqual({ outcome: 'accepted', status: 'delivered' });
  });

  it('gives the reason of a refused one', () => {
    expect(delivery('refused', null, '21614')).toEqual({
      outcome: 'refused',
      reason: expect.stringContaining('not a mobile number') as unknown,
    });
  });

  it('does not promise anything of one in doubt', () => {
    expect(delivery('unknown', null, 'ECONNRESET')).toEqual({
      outcome: 'refused',
      reason: expect.stringContaining('may or may not have been sent') as unknown,
    });
  });
});
