import { command, said } from '@caredrop/service-kit';
import { keyIdOf } from '../chain/signing.js';
import { needed, readCommandConfig } from './command.js';

export const keyCommand = command({
  about: 'Prints the id of the key that signs.',
  run: async ({ env }) => said(keyIdOf(needed(readCommandConfig(env), 'AUDIT_SIGNING_KEY'))),
});
