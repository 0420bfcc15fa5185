import { shortAddress } from './short-address.js';

it.each([
  ['mary.jones@example.org', 'm…@example.org'],
  ['m@example.org', '…@example.org'],
  ['"a@b"@example.org', '"…@example.org'],
])('the address %s is shown as %s', (address, shown) => {
  expect(shortAddress(address)).toBe(shown);
});
