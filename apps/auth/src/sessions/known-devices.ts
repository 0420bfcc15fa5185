import { createHmac, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Emit } from '@caredrop/messaging';
import { KeyRing } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { currentClient } from './client.js';
import { networkOf } from './network.js';

/**
 * Beyond this many new devices in a day, for example a phone that keeps changing networks, further ones are recorded
 * without another email.
 */
const MAILS_PER_DAY = 5;

interface Earlier {
  /** When this device and network were first seen, hashed under any key of the ring; null if they are new. */
  since: Date | null;
  /** Whether any device is known. */
  any: boolean;
  today: number;
}

/**
 * Devices and networks from which accounts have signed in, so that the owner is notified of a new one. Stored
 * as hashes under the second-factor key ring. When a key leaves the ring, devices last seen under it count as
 * new once.
 */
@Injectable()
export class KnownDevices {
  private readonly ring: KeyRing;

  constructor(@Inject(CONFIG) { SECOND_FACTOR_KEYS }: Pick<Config, 'SECOND_FACTOR_KEYS'>) {
    this.ring = new KeyRing(SECOND_FACTOR_KEYS);
  }

  /**
   * Records the device of the request and emits an event when it is new. Emits none for an account's first
   * device, which is the sign-in after the invitation.
   */
  async note(tx: Tx, emit: Emit, { userId, id }: { userId: string; id: string }): Promise<void> {
    const current = this.fingerprint(userId, this.ring.currentKeyId);
    const { since, any, today } = await this.earlier(tx, userId);
    // A row for a new key keeps the earlier time: otherwise the device would count as new today.
    const rows = await tx.$queryRaw<{ isNew: boolean }[]>`
      INSERT INTO known_devices (user_id, fingerprint, first_seen_at)
           VALUES (${userId}::uuid, ${current}::bytea, COALESCE(${since}::timestamptz, now()))
          ON CONFLICT (user_id, fingerprint) DO UPDATE SET last_seen_at = now()
      RETURNING xmax = 0 AS "isNew"`;
    if (!rows[0]?.isNew || since || !any || today >= MAILS_PER_DAY) return;
    const data = { userId, sessionId: id };
    await emit({ type: 'session.opened_on_new_device', aggregateId: id, aggregateVersion: 1, data });
  }

  private async earlier(tx: Tx, userId: string): Promise<Earlier> {
    const fingerprints = this.ring.keyIds.map((keyId) => this.fingerprint(userId, keyId));
    const rows = await tx.$queryRaw<Earlier[]>`
      SELECT min(first_seen_at) FILTER (WHERE fingerprint = ANY(${fingerprints}::bytea[])) AS since,
             count(*) > 0 AS any,
             (count(*) FILTER (WHERE first_seen_at > now() - interval '1 day'))::int AS today
        FROM known_devices WHERE user_id = ${userId}::uuid`;
    return rows[0] ?? { since: null, any: false, today: 0 };
  }

  private fingerprint(userId: string, keyId: string): Buffer {
    const { device, address } = currentClient();
    const parts = ['caredrop/known-device/v1', userId, device, networkOf(address)];
    return createHmac('sha256', this.key(keyId)).update(JSON.stringify(parts)).digest();
  }

  private key(keyId: string): KeyObject {
    const key = this.ring.secret(keyId);
    if (!key) throw new Error(`key ${keyId} is not in the key ring`);
    return key;
  }
}
