export { createTestDatabase, type TestDatabase } from './database/create-test-database.js';
export { lockWaits } from './database/lock-waits.js';
export { backing } from './environment.js';
export { eventually } from './eventually.js';
export { costOf, GROWTH_LAW, LARGEST, repeated } from './growth.js';
export { people, type Person } from './people.js';
export { expectNoDrift } from './database/expect-no-drift.js';
export { aJpeg } from './files/a-jpeg.js';
export { aPdf } from './files/a-pdf.js';
export { aPng } from './files/a-png.js';
export { readZip } from './files/read-zip.js';
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
