import { command, said } from '@caredrop/service-kit';
import { roleOf } from '../database/grant-roles.js';
import { migrate } from '../database/migrate.js';
import { needed, readCommandConfig } from './command.js';

export const migrateCommand = command({
  about: `Migrates the tables to this version as their owner, and grants writer, signer and retention their permissions. The
    previous version keeps working with them (docs/upgrades.md).`,
  run: async ({ env }) => {
    const config = readCommandConfig(env);
    const writer = roleOf(needed(config, 'DATABASE_URL'));
    const { SIGNER_ROLE: signer, RETENTION_ROLE: retention } = config;
    const applied = await migrate(needed(config, 'OWNER_DATABASE_URL'), { writer, signer, retention });
    return said(`Applied: ${applied.join(', ') || 'nothing new'}. Writer: ${writer}. Signer: ${signer}.`);
  },
});
