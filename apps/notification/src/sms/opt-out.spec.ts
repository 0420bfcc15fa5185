import { optOutWish } from './opt-out.js';

describe('optOutWish', () => {
  it.each(['STOP', 'stop', ' Stop ', 'UNSUBSCRIBE', 'quit'])('takes %j for a stop', (Body) => {
    expect(optOutWish({ Body })).toBe('stop');
  });

  it('takes START for a new beginning', () => {
    expect(optOutWish({ Body: 'start' })).toBe('start');
  });

  it('prefers what Twilio made of it', () => {
    expect(optOutWish({ Body: 'arrêt', OptOutType: 'STOP' })).toBe('stop');
  });

  it.each(['Please stop by tomorrow', 'thanks', '', 'HELP'])('makes nothing of %j', (Body) => {
    expect(optOutWish({ Body })).toBeNull();
  });
});
