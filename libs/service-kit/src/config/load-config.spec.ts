import { z } from 'zod';
import { InvalidConfiguration, loadConfig } from './load-config.js';
import { keyRing, serviceSettings } from './settings.js';

const schema = z.object({
  DATABASE_URL: z.string(),
  LINK_KEYS: keyRing,
  RETRIES: z.coerce.number().default(3),
});
const ring = JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32, 1).toString('base64') } });

describe('loadConfig', () => {
  it('settings are read and defaults are filled in', () => {
    const config = loadConfig('token', schema, {
      DATABASE_URL: 'postgres://x',
      LINK_KEYS: ring,
      UNRELATED: 'x',
    });
    expect(config).toMatchObject({ DATABASE_URL: 'postgres://x', RETRIES: 3, LINK_KEYS: { current: 'k1' } });
  });

  it('every missing or empty setting is named', () => {
    expect(() => loadConfig('token', schema, { LINK_KEYS: '' })).toThrow(
      new InvalidConfiguration('token', ['DATABASE_URL is not set', 'LINK_KEYS is not set']),
    );
  });

  it('an invalid secret is named without being shown', () => {
    const secret = JSON.stringify({ current: 'k1', keys: { k1: 'c2hvcnQ=' } });
    const attempt = () => loadConfig('token', schema, { DATABASE_URL: 'postgres://x', LINK_KEYS: secret });
    expect(attempt).toThrow('token cannot start: LINK_KEYS is not valid (a key is not 32 bytes of base64)');
    expect(attempt).not.toThrow(/c2hvcnQ=/);
  });

  it('a key ring without its current key is refused', () => {
    const lost = JSON.stringify({ current: 'k2', keys: { k1: Buffer.alloc(32).toString('base64') } });
    expect(() => loadConfig('token', schema, { DATABASE_URL: 'x', LINK_KEYS: lost })).toThrow(
      /not among the keys/,
    );
  });

  it('a service listens on loopback and runs in production mode by default', () => {
    const jwk = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'd' });
    const config = loadConfig('token', serviceSettings, {
      PORT: '0',
      INTERNAL_PRIVATE_KEY: jwk,
      SERVICE_KEYS: '{}',
    });
    expect(config).toMatchObject({ HOST: '127.0.0.1', NODE_ENV: 'production' });
  });
});
