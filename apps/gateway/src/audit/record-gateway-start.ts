import { randomUUID } from 'node:crypto';
import { keepRecordResponse } from '@caredrop/contracts/internal';
import { recordStart, type EmitRecord, type InternalClient, type Logger } from '@caredrop/service-kit';
import type { Config } from '../config.js';

/**
 * The gateway has no database and so no outbox: it sends its start entry, with keyed hashes of its settings, to the
 * audit service until the service has stored it.
 */
export function recordGatewayStart(client: InternalClient, config: Config, logger: Logger): Promise<void> {
  const id = randomUUID();
  const emit: EmitRecord = ({ data: record }) =>
    client.post('audit', '/internal/records', { id, record }, keepRecordResponse, { onBehalf: false });
  return recordStart({ run: (work) => work(undefined as never, emit) }, config, logger);
}
