import { KeyRing, recordAuditEvent, type KeyHolder, type Sealed } from '@caredrop/service-kit';
import { emitFromCommand } from '../database/emit-from-command.js';
import type { Config } from '../config.js';
import type { PrismaService } from '../database/prisma.service.js';
import { rewrapCheckKey } from '../check-rules/check-keys.js';
import { checkRows, linkRows } from './link-rows.js';

/** LINK_KEYS, and the links and patient checks sealed with them, for the steps of a rotation. */
export function keyHolder({ config, prisma }: { config: Config; prisma: PrismaService }): KeyHolder {
  const ring = new KeyRing(config.LINK_KEYS);
  const keys = {
    get currentKeyId() {
      return ring.currentKeyId;
    },
    opens: (keyId: string) => ring.key(keyId) !== undefined,
    rewrap: (sealed: Sealed, id: string) => ring.seal(ring.open(sealed, id), id),
  };
  const checkKeys = {
    get currentKeyId() {
      return ring.currentKeyId;
    },
    rewrap: (sealed: Sealed, id: string) => rewrapCheckKey(ring, sealed, id),
  };
  return {
    database: prisma,
    rings: {
      LINK_KEYS: {
        setting: config.LINK_KEYS,
        sealed: {
          rows: linkRows,
          keys,
          done: 'links are sealed',
          more: [{ rows: checkRows, keys: checkKeys }],
        },
      },
    },
    record: (event) => recordAuditEvent(emitFromCommand(prisma), event),
  };
}
