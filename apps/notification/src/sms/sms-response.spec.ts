import { responseFor } from './sms-response.js';

const delivery = (state: string, providerStatus: string | null = null, errorCode: string | null = null) =>
  responseFor({ state, providerStatus, errorCode });

describe('responseFor', () => {
  it('a text message that is being sent has no result yet', () => {
    expect(delivery('sending')).toBeNull();
  });

  it('the response for an accepted text message contains its latest status', () => {
    expect(delivery('accepted', 'queued')).toEqual({ outcome: 'accepted', status: 'sent' });
    expect(delivery('accepted', 'delivered')).toEqual({ outcome: 'accepted', status: 'delivered' });
  });

  it('the response for a refused text message contains its reason', () => {
    expect(delivery('refused', null, '21614')).toEqual({
      outcome: 'refused',
      reason: expect.stringContaining('not a mobile number') as unknown,
      code: '21614',
    });
  });

  it('the response for a text message in doubt says that it may or may not have been sent', () => {
    expect(delivery('unknown', null, 'ECONNRESET')).toEqual({
      outcome: 'refused',
      reason: expect.stringContaining('may or may not have been sent') as unknown,
      code: 'in_doubt',
    });
  });

  it('the response for a lost text message says that the provider does not know it, not that it refused it', () => {
    expect(delivery('lost', null, 'ECONNRESET')).toEqual({
      outcome: 'refused',
      reason: expect.stringContaining('no record of the message') as unknown,
      code: 'lost',
    });
  });
});
