import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A server's key and its self-signed certificate, both PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

const DAY_MS = 86_400_000;

/**
 * A self-signed certificate for 127.0.0.1 and localhost, to be trusted as its own CA. Encoded here in
 * DER (X.509 v3, RFC 5280), so that tests need no external program.
 */
export function selfSigned(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  // A unique name: OpenSSL looks up issuers by name, and could check this certificate with another one's key.
  const commonName = Buffer.from(`caredrop test ${randomBytes(6).toString('hex')}`);
  const name = sequence(tagged(0x31, sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, commonName))));
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(-DAY_MS), time(DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(authority, names)),
  );
  const signature = sign('sha256', content, privateKey);
  const der = sequence(content, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

/** One DER element: tag, length, content. */
function tagged(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

function sequence(...content: Buffer[]): Buffer {
  return tagged(0x30, ...content);
}

function oid(...bytes: number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

/** A time this far from now, as UTCTime. */
function time(fromNowMs: number): Buffer {
  const digits = new Date(Date.now() + fromNowMs).toISOString().replace(/[-:T]|\.\d+/g, '');
  return tagged(0x17, Buffer.from(digits.slice(2)));
}

const critical = tagged(0x01, Buffer.from([0xff]));
const authority = sequence(
  oid(0x55, 0x1d, 0x13),
  critical,
  tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))),
);
const names = sequence(
  oid(0x55, 0x1d, 0x11),
  tagged(0x04, sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])))),
);
