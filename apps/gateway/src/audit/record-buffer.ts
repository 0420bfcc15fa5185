import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AuditRecord } from '@caredrop/contracts';
import { AppError, requestContext, ServiceCallFailed, toRecord, type Logger } from '@caredrop/service-kit';

/** A record in the audit service's format; `id` makes a repeated call idempotent. */
export interface IdentifiedRecord {
  id: string;
  record: AuditRecord;
}

export interface RecordBufferOptions {
  /** Sends one record; settles when it is stored. */
  send: (record: IdentifiedRecord) => Promise<unknown>;
  logger: Logger;
  /** Called for each record that is dropped, or that the audit service rejects. */
  onDrop?: () => void;
  /** Maximum number of records in memory; each takes about 1 kB. */
  capacity?: number;
  /** Delay after the first failure, ms; doubles up to half a minute. */
  firstWaitMs?: number;
}

interface Dropped {
  count: number;
  from: string;
  to: string;
}

const MAX_WAIT_MS = 30_000;

/**
 * Sends audit records in order, and keeps them in memory while the audit service is unavailable. When the buffer is
 * full, further records are dropped and counted; one record with their count and period follows the buffered ones.
 * Waiting records are lost when the process is killed.
 */
export class RecordBuffer {
  private readonly records: IdentifiedRecord[] = [];
  private dropped: Dropped | undefined;
  private handingOver: Promise<void> | undefined;
  private readonly stopped = new AbortController();
  private readonly capacity: number;
  private readonly firstWaitMs: number;

  constructor(private readonly options: RecordBufferOptions) {
    this.capacity = options.capacity ?? 1000;
    this.firstWaitMs = options.firstWaitMs ?? 500;
  }

  /** The number of records waiting. */
  get size(): number {
    return this.records.length;
  }

  add(record: AuditRecord): void {
    if (this.records.length >= this.capacity) this.drop(record);
    else this.records.push({ id: randomUUID(), record });
    this.begin();
  }

  /**
   * Sends the remaining records without further delays, until one fails. Records that are left then are lost; their
   * number is logged.
   */
  async stop(): Promise<void> {
    this.stopped.abort();
    await (this.handingOver ?? this.handOver());
    const lost = this.records.length + (this.dropped?.count ?? 0);
    if (lost > 0) this.options.logger.error({ lost }, 'failed to record rejections before shutdown');
  }

  private begin(): void {
    this.handingOver ??= this.handOver().finally(() => {
      this.handingOver = undefined;
      if (this.size > 0 && !this.stopped.signal.aborted) this.begin();
    });
  }

  private drop(record: AuditRecord): void {
    this.options.onDrop?.();
    this.dropped ??= { count: 0, from: record.at, to: record.at };
    this.dropped.count += record.count;
    this.dropped.to = record.at;
  }

  /** Settles when nothing is waiting or, once stopped, after the first failure. */
  private async handOver(): Promise<void> {
    for (let wait = this.firstWaitMs; ;) {
      const next = this.records[0] ?? this.summary();
      if (!next) return;
      if (await this.sent(next)) {
        this.remove(next);
        wait = this.firstWaitMs;
      } else {
        if (this.stopped.signal.aborted) return;
        await delay(wait, undefined, { ref: false, signal: this.stopped.signal }).catch(() => undefined);
        wait = Math.min(wait * 2, MAX_WAIT_MS);
      }
    }
  }

  /** Resolves to false when the record should be retried. */
  private async sent(record: IdentifiedRecord): Promise<boolean> {
    try {
      await outsideRequests(() => this.options.send(record));
      return true;
    } catch (err) {
      const refused = err instanceof AppError && !(err instanceof ServiceCallFailed);
      if (refused) this.options.onDrop?.();
      this.options.logger.warn({ err, waiting: this.size }, refused ? REFUSED : LATER);
      return refused;
    }
  }

  private remove({ id }: IdentifiedRecord): void {
    if (this.records[0]?.id === id) this.records.shift();
  }

  /** The record about dropped records, sent after the buffered ones. */
  private summary(): IdentifiedRecord | undefined {
    if (!this.dropped) return undefined;
    const { count, from, to } = this.dropped;
    this.dropped = undefined;
    const codes = [`from-${codeOf(from)}`, `to-${codeOf(to)}`];
    const event = { action: 'access.unrecorded', outcome: 'failed', actor: 'system', codes, count } as const;
    const summary = { id: randomUUID(), record: outsideRequests(() => toRecord(event)) };
    this.records.unshift(summary);
    return summary;
  }
}

const REFUSED = 'the audit service rejected a record';
const LATER = 'failed to record a rejection; retrying';

/** A time as an audit code, which cannot contain colons. */
const codeOf = (time: string): string => time.replaceAll(':', '.');

/** Runs without the context of the request that happened to start the work. */
const outsideRequests = <T>(work: () => T): T =>
  requestContext.run(
    { requestId: randomUUID(), principal: null, publicOrigin: null, caller: null, clientAddress: null },
    work,
  );
