import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

const FORMAT = 'caredrop-sealed/1';
/** scrypt parameters: each guess at the passphrase costs 128 MiB and about half a second. */
const COST = { N: 131_072, r: 8, p: 1 };
const NONCE = 12;
const TAG = 16;
const PASSPHRASE_MIN = 12;

/** For a positive 32-bit integer. scrypt accepts only powers of two as its cost. */
const isPowerOfTwo = (cost: number) => (cost & (cost - 1)) === 0;
const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));
const sealedFile = z.object({
  format: z.literal(FORMAT),
  kdf: z.object({
    name: z.literal('scrypt'),
    // Upper bounds, which limit the memory that a file's parameters can request.
    N: z.number().int().min(16_384).max(1_048_576).refine(isPowerOfTwo),
    r: z.number().int().min(8).max(16),
    p: z.number().int().min(1).max(4),
    salt: base64,
  }),
  /** Nonce (12 bytes), AES-256-GCM ciphertext, tag (16 bytes). */
  sealed: base64,
});

/** The passphrase is wrong, or the file was changed or is not a sealed file. */
export class CannotUnseal extends Error {
  constructor(reason: string) {
    super(`The sealed file cannot be opened: ${reason}`);
    this.name = 'CannotUnseal';
  }
}

/**
 * Seals text with a passphrase: returns JSON that can be stored anywhere except next to the data. Throws for
 * a short passphrase.
 */
export async function sealWithPassphrase(plain: string, passphrase: string): Promise<string> {
  if (passphrase.length < PASSPHRASE_MIN)
    throw new Error(`The passphrase must have at least ${PASSPHRASE_MIN} characters`);
  const kdf = { name: 'scrypt', ...COST, salt: randomBytes(16).toString('base64') };
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, kdf), nonce).setAAD(boundTo(kdf));
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${JSON.stringify({ format: FORMAT, kdf, sealed: sealed.toString('base64') }, null, 2)}\n`;
}

/** Opens what {@link sealWithPassphrase} sealed. Throws {@link CannotUnseal}. */
export async function openWithPassphrase(file: string, passphrase: string): Promise<string> {
  const { kdf, sealed } = readFile(file);
  const text = { ...kdf, salt: kdf.salt.toString('base64') };
  const key = await keyOf(passphrase, text);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE));
  decipher.setAAD(boundTo(text)).setAuthTag(sealed.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    throw new CannotUnseal('the passphrase is wrong, or the file was changed');
  }
}

function readFile(file: string): z.infer<typeof sealedFile> {
  let content: unknown;
  try {
    content = JSON.parse(file);
  } catch {
    throw new CannotUnseal('it is not a sealed file');
  }
  const parsed = sealedFile.safeParse(content);
  if (!parsed.success || parsed.data.sealed.length < NONCE + TAG)
    throw new CannotUnseal('it is not a sealed file');
  return parsed.data;
}

interface Kdf {
  name: string;
  N: number;
  r: number;
  p: number;
  salt: string;
}

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

function keyOf(passphrase: string, { N, r, p, salt }: Kdf): Promise<Buffer> {
  const maxmem = 256 * N * r;
  return derive(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, { N, r, p, maxmem });
}

const boundTo = ({ name, N, r, p, salt }: Kdf) => Buffer.from([FORMAT, name, N, r, p, salt].join(':'));
