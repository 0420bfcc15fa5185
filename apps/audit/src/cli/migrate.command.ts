import { roleOf } from '../database/grant-roles.js';
import { migrate } from '../database/migrate.js';
import { needed, said, type Command } from './command.js';

export const migrateCommand: Command = async (config) => {
  const writer = roleOf(needed(config, 'DATABASE_URL'));
  const retention = config.RETENTION_ROLE;
  const applied = await migrate(needed(config, 'OWNER_DATABASE_URL'), { writer, retention });
  return said(`Applied: ${applied.join(', ') || 'nothing new'}. Writer: ${writer}.`);
};
