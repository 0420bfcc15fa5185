import { Inject, Injectable } from '@nestjs/common';
import type { DocumentMail } from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { latestAfterChange } from './announcement-rule.js';
import { moveCollection } from './collections.js';
import { DatabaseClock } from './database-clock.js';

/** Keeps the copy of what auth knows about a user. Events may come late or out of order: the highest version wins. */
@Injectable()
export class KeepReader {
  constructor(
    private readonly clock: DatabaseClock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Also moves an open collection to an earlier time if the new choice requires it, never to a later one. `none`
   * cancels it.
   */
  async choice(tx: Tx, userId: string, choice: DocumentMail, version: number): Promise<void> {
    const changed = await tx.$executeRaw`
      INSERT INTO document_readers AS r (user_id, choice, choice_version)
      VALUES (${userId}::uuid, ${choice}, ${version})
      ON CONFLICT (user_id) DO UPDATE SET choice = excluded.choice, choice_version = excluded.choice_version
      WHERE r.choice_version < excluded.choice_version`;
    if (changed === 0) return;
    const now = await this.clock.now(tx);
    await moveCollection(tx, userId, latestAfterChange(choice, now, this.config.CLINIC_TIME_ZONE));
  }

  async disabled(tx: Tx, userId: string, disabled: boolean, version: number): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO document_readers AS r (user_id, disabled, disabled_version)
      VALUES (${userId}::uuid, ${disabled}, ${version})
      ON CONFLICT (user_id) DO UPDATE SET disabled = excluded.disabled, disabled_version = excluded.disabled_version
      WHERE r.disabled_version < excluded.disabled_version`;
  }
}
