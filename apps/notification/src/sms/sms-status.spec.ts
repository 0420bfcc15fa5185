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
  ])('shows %s as %s', (provider, shown) => {
    expect(toSmsStatus(provider)).toBe(shown);
  });
});

describe('isNews', () => {
  const way = ['accepted', 'queued', 'sending', 'sent', 'delivered', 'read'];

  it('goes forward only', () => {
    for (const [from, current] of way.entries())
      for (const [to, next] of way.entries())
        expect([current, next, isNews(current, next)]).toEqual([current, next, to > from]);
  });

  it.each(['delivered', 'failed', 'undelivered', 'canceled'])('lets no other end follow %s', (end) => {
    const others = ['failed', 'undelivered', 'delivered', 'canceled', 'sent', 'queued', 'something new'];
    for (const next of others) expect(isNews(end, next)).toBe(false);
  });

  it('takes whatever comes first', () => {
    expect(isNews(null, 'queued')).toBe(true);
    expect(isNews(null, 'delivered')).toBe(true);
  });

  it('lets an end follow a state it does not know', () => {
    expect(isNews('something new', 'delivered')).toBe(true);
    expect(isNews('sent', 'something new')).toBe(true);
  });
});

describe('isFinal', () => {
  it('knows the ends', () => {
    expect(['delivered', 'read', 'failed', 'undelivered', 'canceled'].every(isFinal)).toBe(true);
    expect(['queued', 'sending', 'sent', 'something new'].some(isFinal)).toBe(false);
  });
});
