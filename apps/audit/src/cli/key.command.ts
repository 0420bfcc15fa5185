import { command, said } from '@caredrop/service-kit';
import { keyIdOf } from '../chain/signing.js';
import { readCommandConfig } from './command.js';

/** Each process has one of the two keys; this command prints its id. */
export const keyCommand = command({
  about: 'Prints the id of the key for exports or for checkpoints, whichever this process has.',
  run: async ({ env }) => {
    const { AUDIT_SIGNING_KEY, AUDIT_EXPORT_KEY } = readCommandConfig(env);
    const lines = [
      ...(AUDIT_EXPORT_KEY ? [`exports ${keyIdOf(AUDIT_EXPORT_KEY)}`] : []),
      ...(AUDIT_SIGNING_KEY ? [`checkpoints ${keyIdOf(AUDIT_SIGNING_KEY)}`] : []),
    ];
    if (lines.length === 0) throw new Error('Neither AUDIT_EXPORT_KEY nor AUDIT_SIGNING_KEY is set');
    return said(lines.join('\n'));
  },
});
