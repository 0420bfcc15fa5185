import { isFinal, isNews, toSmsStatus } from './sms-status.js';

describe('toSmsStatus', () => {
  it.each([
    ['accepted', 'sent'],
    ['queued', 'sent'],
    ['sending', 'sent'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['failed', 'failed'],
    ['undelivered', 'failed'],
    ['canceled', 'other'],
    ['scheduled', 'other'],
    ['something new', 'other'],
    ['constructor', 'other'],
  ])('the Twilio status %s is shown as %s', (provider, shown) => {
    expect(toSmsStatus(provider)).toBe(shown);
  });
});

describe('isNews', () => {
  const way = ['accepted', 'queued', 'sending', 'sent', 'delivered', 'read'];

  it('only a later Twilio status replaces an earlier one', () => {
    for (const [from, current] of way.entries())
      for (const [to, next] of way.entries())
        expect([current, next, isNews(current, next)]).toEqual([current, next, to > from]);
  });

  it.each(['delivered', 'failed', 'undelivered', 'canceled'])(
    'neither an earlier status nor another outcome replaces the Twilio status %s',
    (end) => {
      const others = ['failed', 'undelivered', 'delivered', 'canceled', 'sent', 'queued', 'something new'];
      for (const next of others) expect(isNews(end, next)).toBe(false);
    },
  );

  it('any first Twilio status is recorded', () => {
    expect(isNews(null, 'queued')).toBe(true);
    expect(isNews(null, 'delivered')).toBe(true);
  });

  it('an unknown Twilio status replaces one that is not final and is replaced by a final one', () => {
    expect(isNews('something new', 'delivered')).toBe(true);
    expect(isNews('sent', 'something new')).toBe(true);
  });
});

describe('isFinal', () => {
  it('isFinal accepts exactly the final Twilio statuses', () => {
    expect(['delivered', 'read', 'failed', 'undelivered', 'canceled'].every(isFinal)).toBe(true);
    expect(['queued', 'sending', 'sent', 'something new'].some(isFinal)).toBe(false);
  });
});
