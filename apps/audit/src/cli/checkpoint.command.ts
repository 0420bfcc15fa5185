import { writeFile } from 'node:fs/promises';
import { command, said } from '@caredrop/service-kit';
import { toCheckpointFile } from '../checkpoints/checkpoint.js';
import { signerSettings } from '../config.js';
import { SignChain } from '../signer/sign-chain.js';
import { needed, verdict, withDatabase } from './command.js';
import { broken } from './report-text.js';

export const checkpointCommand = command({
  usage: '[--out <file>] [--accept-changes]',
  about: `Signs the head of the chain now, as the signer; store the file away from the database. Refuses if the chain does not
    continue from the newest checkpoint. --accept-changes signs it anyway, so that the signer can continue after an
    incident; \`verify\` keeps reporting the change (docs/runbooks/audit-chain-changed.md).`,
  options: { out: { type: 'string' }, 'accept-changes': { type: 'boolean' } },
  run: ({ options: { out, 'accept-changes': acceptChanges = false }, env }) =>
    withDatabase(env, 'SIGNER_DATABASE_URL', async (prisma, config) => {
      const key = needed(config, 'AUDIT_SIGNING_KEY');
      const { shape } = signerSettings;
      const signChain = new SignChain(prisma, {
        AUDIT_SIGNING_KEY: key,
        AUDIT_OLD_KEYS: config.AUDIT_OLD_KEYS ?? [],
        CHECKPOINT_EVERY_MS: shape.CHECKPOINT_EVERY_MS.parse(undefined),
        CHECKPOINT_EVERY_ENTRIES: shape.CHECKPOINT_EVERY_ENTRIES.parse(undefined),
      });
      const { checkpoint, faults } = await signChain.execute(new Date(), { now: true, acceptChanges });
      if (faults.length > 0) return verdict(`Nothing was signed. ${broken(faults)}`, false);
      if (!checkpoint)
        return said('The audit has no entries yet, or another run of the signer is in progress.');
      const text = JSON.stringify(toCheckpointFile(key, checkpoint), null, 2);
      if (!out) return said(text);
      await writeFile(out, `${text}\n`);
      return said(`Checkpoint at entry ${checkpoint.seq} written to ${out}. Keep it away from the database.`);
    }),
});
