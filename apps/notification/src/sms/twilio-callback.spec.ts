import twilio from 'twilio';
import { deliveryIdOf, isFromTwilio, statusOf } from './twilio-callback.js';

const authToken = 'secret';
const url = 'https://drop.clinic.example/api/twilio/status';
const query = 'delivery=33333333-3333-4333-8333-333333333333';
const params = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+447700900123' };
const sign = (token: string, address: string, content: Record<string, string>) =>
  twilio.getExpectedTwilioSignature(token, address, content);

describe('isFromTwilio', () => {
  const signature = sign(authToken, `${url}?${query}`, params);

  it('a Twilio signature made with the auth token over URL, query and parameters is accepted', () => {
    expect(isFromTwilio(authToken, url, query, signature, params)).toBe(true);
    expect(isFromTwilio(authToken, url, '', sign(authToken, url, params), params)).toBe(true);
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['nonsense', 'AAAA'],
    ['one made with another token', sign('guess', `${url}?${query}`, params)],
    ['one for another delivery', sign(authToken, `${url}?delivery=other`, params)],
    ['one for another address', sign(authToken, `https://evil.example/?${query}`, params)],
  ])('a wrong Twilio signature is refused: %s', (_name, forged) => {
    expect(isFromTwilio(authToken, url, query, forged, params)).toBe(false);
  });

  it('a Twilio callback with changed or added parameters is refused', () => {
    expect(isFromTwilio(authToken, url, query, signature, { ...params, MessageStatus: 'failed' })).toBe(
      false,
    );
    expect(isFromTwilio(authToken, url, query, signature, { ...params, ErrorCode: '30003' })).toBe(false);
  });
});

describe('parsing a callback', () => {
  it('message id, status and error code are read from a Twilio callback', () => {
    expect(statusOf({ ...params, MessageStatus: 'Failed', ErrorCode: '30003' })).toEqual({
      sid: 'SM1',
      status: 'failed',
      errorCode: '30003',
    });
    expect(statusOf({ ...params, ErrorCode: '0' })?.errorCode).toBeNull();
  });

  it('a Twilio callback without a status is ignored', () => {
    expect(statusOf({ Body: 'hello' })).toBeNull();
  });

  it('the delivery id of a Twilio callback must be a UUID', () => {
    expect(deliveryIdOf(query)).toBe('33333333-3333-4333-8333-333333333333');
    expect(deliveryIdOf("delivery=1'--")).toBeNull();
    expect(deliveryIdOf('')).toBeNull();
  });
});
