export {
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseOptions,
} from './database/create-test-database.js';
export { lockWaits } from './database/lock-waits.js';
export { backing, type Backing } from './environment.js';
export { eventually } from './eventually.js';
export { costOf, GROWTH_LAW, LARGEST, repeated, type Cost } from './growth.js';
export { people, type Person } from './people.js';
export { expectNoDrift, migrationScript, type DriftOptions } from './database/expect-no-drift.js';
export { aJpeg, type JpegOptions } from './files/a-jpeg.js';
export { aPdf, pdfFile, pdfText, type PdfOptions } from './files/a-pdf.js';
export { aPng, type PngOptions } from './files/a-png.js';
export { sizes } from './files/sizes.js';
export {
  newIdentities,
  newIdentityKeys,
  newKeyRing,
  newSessionKeys,
  publicKeysOf,
  type Jwk,
  type KeyPair,
  serviceKeysFor,
} from './keys.js';
export { TcpProxy } from './process/tcp-proxy.js';
export { selfSigned, type Certificate } from './tls/self-signed.js';
export { startTlsFront, type TlsFront } from './tls/tls-front.js';
