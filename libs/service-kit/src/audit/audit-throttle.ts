import { randomUUID } from 'node:crypto';
import type { AuditSubject } from '@caredrop/contracts';
import type { Logger } from 'pino';
import { addressBucket } from '../context/client-address.js';
import { requestContext } from '../context/request-context.js';
import { AuditWindow } from './audit-window.js';
import type { AuditEvent } from './record-audit-event.js';

export interface AuditThrottleOptions {
  /** Writes one entry; called inside a request context. */
  write: (event: AuditEvent) => Promise<unknown>;
  logger: Logger;
  /** Maximum number of individual entries per minute, for one user or address and in total. */
  perAddress?: number;
  inTotal?: number;
  /** Length of the period, ms; a minute by default. */
  windowMs?: number;
}

interface AggregatedAttempt {
  event: AuditEvent;
  from: string | null;
  count: number;
  subjects: Map<string, AuditSubject>;
}

/** Maximum number of aggregated entries per minute that name an address; further addresses are counted together. */
const MAX_AGGREGATES = 100;
/** Maximum number of ids in an aggregated entry. */
const SUBJECTS = 50;

/**
 * Audits attempts that can be repeated without limit, such as guessing links or ids, without letting them fill the
 * disk. Records them individually up to a quota per user (or address, for signed-out callers) and a global quota per
 * minute, then aggregates the rest of the minute into one entry per action, reason, user and address. The aggregated
 * entry has a count and is written when the minute ends or the service stops. A kill -9 loses at most that count, not
 * the individual entries.
 */
export class AuditThrottle {
  private readonly aggregates = new Map<string, AggregatedAttempt>();
  private readonly alone = new Map<string | null, number>();
  private readonly window: AuditWindow;
  private readonly perAddress: number;
  private readonly inTotal: number;
  private written = 0;

  constructor(private readonly options: AuditThrottleOptions) {
    this.perAddress = options.perAddress ?? 20;
    this.inTotal = options.inTotal ?? 300;
    this.window = new AuditWindow(() => this.writeAggregates(), options.windowMs);
  }

  /** Settles when the entry is committed, or at once when the attempt was only counted. */
  async note(given: AuditEvent): Promise<void> {
    const event = withActor(given);
    if (this.window.stopped) {
      await this.options.write(event);
      return;
    }
    this.window.begin();
    const from = requestContext.current()?.clientAddress ?? null;
    const who = personOf(event) ?? addressBucket(from);
    const before = this.alone.get(who) ?? 0;
    if (before >= this.perAddress || this.written >= this.inTotal) return this.count(event, from);
    this.alone.set(who, before + 1);
    this.written += 1;
    await this.options.write(event);
  }

  /** Called when the service stops: attempts are no longer aggregated, and each further one gets its own entry. */
  stop(): Promise<void> {
    return this.window.stop();
  }

  /** Writes the aggregated entries. */
  flush(): Promise<void> {
    return this.window.flush();
  }

  private async writeAggregates(): Promise<void> {
    const aggregates = [...this.aggregates.values()];
    this.aggregates.clear();
    this.alone.clear();
    this.written = 0;
    for (const aggregate of aggregates) await this.writeAggregate(aggregate);
  }

  private count(event: AuditEvent, address: string | null): void {
    const own = keyOf(event, address);
    const from = this.aggregates.has(own) || this.aggregates.size < MAX_AGGREGATES ? address : null;
    const key = keyOf(event, from);
    const aggregate = this.aggregates.get(key) ?? {
      event,
      from,
      count: 0,
      subjects: new Map<string, AuditSubject>(),
    };
    aggregate.count += 1;
    for (const tried of event.subject ? [event.subject] : (event.related ?? []))
      if (aggregate.subjects.size < SUBJECTS) aggregate.subjects.set(tried.id, tried);
    this.aggregates.set(key, aggregate);
  }

  private async writeAggregate({ event, from, count, subjects }: AggregatedAttempt): Promise<void> {
    const { subject: _one, related: _other, ...rest } = event;
    const entry = {
      ...rest,
      actor: event.actor ?? ('anonymous' as const),
      related: [...subjects.values()],
      count,
    };
    const context = { requestId: randomUUID(), principal: null, publicOrigin: null, caller: null };
    try {
      await requestContext.run({ ...context, clientAddress: from }, () => this.options.write(entry));
    } catch (err) {
      this.options.logger.error({ err, action: event.action, count }, 'failed to record aggregated attempts');
    }
  }
}

const keyOf = (event: AuditEvent, from: string | null): string =>
  [event.action, event.reason, personOf(event), addressBucket(from)].join(' ');

const personOf = ({ actor }: AuditEvent): string | null => (typeof actor === 'object' ? actor.id : null);

/** Adds the signed-in user now, because a count is written after its requests have ended. */
function withActor(event: AuditEvent): AuditEvent {
  const principal = requestContext.principal();
  if (event.actor || !principal) return event;
  return { ...event, actor: { id: principal.userId, role: principal.role } };
}
