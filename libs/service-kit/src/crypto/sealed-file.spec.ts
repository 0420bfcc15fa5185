import { CannotUnseal, openWithPassphrase, sealWithPassphrase } from './sealed-file.js';

const passphrase = 'four words and a number 7';
const secret = '{"KEK_KEYS":{"current":"k1"}}';
let sealed: string;

// Done once for all tests, because sealing and opening are deliberately slow.
beforeAll(async () => {
  sealed = await sealWithPassphrase(secret, passphrase);
});

it('a sealed file can be opened with its passphrase, hides its content and differs each time', async () => {
  expect(bytesOf(sealed).includes('KEK')).toBe(false);
  expect(await openWithPassphrase(sealed, passphrase)).toBe(secret);
  expect(await sealWithPassphrase(secret, passphrase)).not.toBe(sealed);
});

it.each([
  ['another passphrase', (file: string) => file, `${passphrase}!`],
  ['a changed cost', (file: string) => file.replace('"N": 131072', '"N": 65536'), passphrase],
  ['a changed byte', (file: string) => flipByte(file), passphrase],
  ['another file format', () => '{"format":"other"}', passphrase],
  ['not JSON', () => 'age-encryption.org', passphrase],
])('opening a sealed file is refused: %s', async (_what, change, given) => {
  await expect(openWithPassphrase(change(sealed), given)).rejects.toThrow(CannotUnseal);
});

it('a sealed file with an excessive scrypt cost is refused', async () => {
  const file = sealed.replace('"N": 131072', '"N": 1073741824');
  await expect(openWithPassphrase(file, passphrase)).rejects.toThrow('it is not a sealed file');
});

it('a file whose scrypt cost is not a power of two is rejected as malformed', async () => {
  const file = sealed.replace('"N": 131072', '"N": 20000');
  await expect(openWithPassphrase(file, passphrase)).rejects.toThrow(CannotUnseal);
});

it('a short passphrase for a sealed file is refused', async () => {
  await expect(sealWithPassphrase(secret, 'short')).rejects.toThrow('at least 12 characters');
});

const bytesOf = (file: string) => Buffer.from((JSON.parse(file) as { sealed: string }).sealed, 'base64');

function flipByte(file: string): string {
  const bytes = bytesOf(file);
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  return JSON.stringify({ ...(JSON.parse(file) as object), sealed: bytes.toString('base64') });
}
