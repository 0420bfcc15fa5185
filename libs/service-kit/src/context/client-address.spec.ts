import { addressBucket } from './client-address.js';

describe('the bucket of a client address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('the address %s is counted as %s', (address, bucket) => {
    expect(addressBucket(address)).toBe(bucket);
  });

  it.each([undefined, '', 'unknown', '1.2.3', '203.0.113.7, 10.0.0.1', ['203.0.113.7']])(
    '%p is not accepted as an address',
    (header) => {
      expect(addressBucket(header)).toBeNull();
    },
  );
});
