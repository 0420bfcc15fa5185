import { addressBucket, clientAddress, isRange, trusted } from './client-address.js';

const proxies = trusted(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);

describe('the address of a client', () => {
  it.each([
    ['the peer, when nobody is trusted', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['the hop before a trusted proxy', '10.1.1.1', '203.0.113.9', '203.0.113.9'],
    [
      'the rightmost untrusted hop, whatever the client wrote first',
      '10.1.1.1',
      '1.2.3.4, 203.0.113.9, 10.9.9.9',
      '203.0.113.9',
    ],
    ['the last trusted hop, when the rest is no address', '10.1.1.1', 'unknown', '10.1.1.1'],
    ['the proxy itself, when it forwards nothing', '192.0.2.7', '', '192.0.2.7'],
    ['IPv4 again when it came mapped into IPv6', '::ffff:203.0.113.9', '', '203.0.113.9'],
    ['found through a mapped proxy', '::ffff:10.1.1.1', '2001:db8::1', '2001:db8::1'],
    ['found through an IPv6 proxy', 'fd00::5', '203.0.113.9', '203.0.113.9'],
  ])('is %s', (_name, peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, proxies)).toBe(expected);
  });

  it('counts an IPv6 household as one', () => {
    expect(addressBucket('2001:db8:1:2:3::1')).toBe(addressBucket('2001:db8:1:2:ffff::9'));
    expect(addressBucket('2001:db8:1:3::1')).not.toBe(addressBucket('2001:db8:1:2::1'));
    expect(addressBucket('203.0.113.9')).toBe('203.0.113.9');
  });

  it('is trusted by addresses and CIDRs only', () => {
    expect(['10.0.0.0/8', '::1', '127.0.0.1'].every(isRange)).toBe(true);
    expect(['all', '10.0.0.0/99', ''].some(isRange)).toBe(false);
  });
});
