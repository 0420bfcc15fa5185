import { recordAuditEvent, type KeyHolder, type Sealed } from '@caredrop/service-kit';
import { emitFromCommand } from '../database/emit-from-command.js';
import type { Config } from '../config.js';
import type { PrismaService } from '../database/prisma.service.js';
import type { DataKeys } from '../storage/data-keys.js';
import { keyRows } from './key-rows.js';

/** Keys that a rotation covers: those that wrap the data keys of documents, and those that sign file URLs. */
export function keyHolder({
  config,
  prisma,
  keys: dataKeys,
}: {
  config: Config;
  prisma: PrismaService;
  keys: DataKeys;
}): KeyHolder {
  const keys = {
    get currentKeyId() {
      return dataKeys.currentKeyId;
    },
    opens: (keyId: string) => dataKeys.opens(keyId),
    rewrap: async ({ keyId, bytes: wrappedKey }: Sealed, documentId: string) => {
      const fresh = await dataKeys.rewrap({ keyId, wrappedKey }, documentId);
      return { keyId: fresh.keyId, bytes: fresh.wrappedKey };
    },
  };
  return {
    database: prisma,
    rings: {
      KEK_KEYS: { setting: config.KEK_KEYS, sealed: { rows: keyRows, keys, done: 'data keys are wrapped' } },
      FILE_URL_KEYS: { setting: config.FILE_URL_KEYS },
    },
    record: (event) => recordAuditEvent(emitFromCommand(prisma), event),
  };
}
