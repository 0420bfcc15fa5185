import { optOutWish } from './opt-out.js';

describe('optOutWish', () => {
  it.each(['STOP', 'stop', ' Stop ', 'UNSUBSCRIBE', 'quit'])(
    'the incoming text %j is a request to stop',
    (Body) => {
      expect(optOutWish({ Body })).toBe('stop');
    },
  );

  it('the incoming text START lifts a stop', () => {
    expect(optOutWish({ Body: 'start' })).toBe('start');
  });

  it('the opt-out type from Twilio takes precedence over the incoming text', () => {
    expect(optOutWish({ Body: 'arrêt', OptOutType: 'STOP' })).toBe('stop');
  });

  it.each(['Please stop by tomorrow', 'thanks', '', 'HELP'])(
    'the incoming text %j is neither stop nor start',
    (Body) => {
      expect(optOutWish({ Body })).toBeNull();
    },
  );
});
