import type { Config } from '../config.js';
import { ConfiguredDataKeys, type DataKeys } from './data-keys.js';
import { KmsDataKeys } from './kms-data-keys.js';

/** Opens the holder of the key-encryption key that the configuration selects. */
export function openDataKeys(config: Config): DataKeys {
  const configured = new ConfiguredDataKeys(config.KEK_KEYS);
  return config.KEK_PROVIDER === 'kms' && config.KMS_KEY_ID
    ? new KmsDataKeys(config, config.KMS_KEY_ID, configured)
    : configured;
}
