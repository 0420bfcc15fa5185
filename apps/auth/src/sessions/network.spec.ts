import { networkOf } from './network.js';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.x'],
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    [null, null],
  ])('the address %s belongs to the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
