import type { Config } from '../config.js';
import { ConfiguredDataKeys, type DataKeys } from './data-keys.js';
import { KmsDataKeys } from './kms-data-keys.js';

/** Creates the {@link DataKeys} that KEK_PROVIDER selects. */
export function openDataKeys(config: Config): DataKeys {
  const configured = new ConfiguredDataKeys(config.KEK_KEYS);
  return config.KEK_PROVIDER === 'kms' && config.KMS_KEY_ID
    ? new KmsDataKeys(config, config.KMS_KEY_ID, configured)
    : configured;
}
