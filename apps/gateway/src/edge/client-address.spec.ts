import { clientAddress, isRange, isTooWide, trusted, trustedHops } from './client-address.js';

const proxies = trusted(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);

describe('the client address', () => {
  it.each([
    ['the peer when it is not a trusted proxy', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['the hop before a trusted proxy', '10.1.1.1', '203.0.113.9', '203.0.113.9'],
    [
      'the rightmost untrusted hop, whatever X-Forwarded-For the client sent',
      '10.1.1.1',
      '1.2.3.4, 203.0.113.9, 10.9.9.9',
      '203.0.113.9',
    ],
    ['the last trusted hop when the rest is not an address', '10.1.1.1', 'unknown', '10.1.1.1'],
    ['the proxy when it forwards no address', '192.0.2.7', '', '192.0.2.7'],
    ['plain IPv4 when it was mapped into IPv6', '::ffff:203.0.113.9', '', '203.0.113.9'],
    ['found through a mapped proxy', '::ffff:10.1.1.1', '2001:db8::1', '2001:db8::1'],
    ['found through an IPv6 proxy', 'fd00::5', '203.0.113.9', '203.0.113.9'],
  ])('the client address is %s', (_name, peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, proxies)).toBe(expected);
  });

  it.each([
    ['the address that the only proxy saw', 1, '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    [
      'the address that the proxy saw, even if it is in the range of the proxies',
      1,
      '8.8.8.8, 10.20.30.40',
      '10.20.30.40',
    ],
    ['the address that the first of two proxies saw', 2, '1.2.3.4, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
    ['the first address when there are fewer hops', 3, '203.0.113.9', '203.0.113.9'],
    ['the proxy when the rest is not an address', 2, 'unknown', '10.244.1.7'],
  ])('with a fixed number of proxies, the client address is %s', (_name, hops, forwarded, expected) => {
    expect(clientAddress('10.244.1.7', forwarded, trustedHops(hops))).toBe(expected);
  });

  it.each([
    ['10.0.0.0/8', true],
    ['10.1.2.0/23', true],
    ['10.1.2.0/24', false],
    ['192.0.2.7', false],
    ['fd00::/8', true],
    ['fd00:1:2:3::/64', false],
  ])('the range %s is too wide for a load balancer: %s', (range, wide) => {
    expect(isTooWide(range)).toBe(wide);
  });

  it('only IP addresses and CIDR ranges are valid as trusted proxies', () => {
    expect(['10.0.0.0/8', '::1', '127.0.0.1'].every(isRange)).toBe(true);
    expect(['all', '10.0.0.0/99', ''].some(isRange)).toBe(false);
  });
});
