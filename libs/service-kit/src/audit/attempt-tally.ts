import { randomUUID } from 'node:crypto';
import type { AuditSubject } from '@caredrop/contracts';
import type { Logger } from 'pino';
import { requestContext } from '../context/request-context.js';
import type { Act } from './record-act.js';

export interface TallyOptions {
  /** Writes one entry; called inside a request context. */
  write: (act: Act) => Promise<unknown>;
  logger: Logger;
  /** Individual entries per minute, for one user or address and in total. */
  perAddress?: number;
  inAll?: number;
  /** Length of the minute, ms. */
  windowMs?: number;
}

interface Crowd {
  act: Act;
  from: string | null;
  count: number;
  subjects: Map<string, AuditSubject>;
}

/** Addresses counted separately within a minute; all further ones are counted together. */
const CROWDS = 100;
/** Maximum number of ids in an aggregated entry. */
const SUBJECTS = 50;

/**
 * Audits attempts that can be repeated without limit, such as guessing links or ids, without letting them
 * fill the disk. Records them individually up to a quota per user (or address, for signed-out callers) and a
 * global quota per minute, then aggregates the rest of the minute into one entry per user or address and
 * reason, with a count, written when the minute ends or the service stops. A kill -9 loses at most that
 * count, not the individual entries.
 */
export class AttemptTally {
  private readonly crowds = new Map<string, Crowd>();
  private readonly alone = new Map<string | null, number>();
  private timer: NodeJS.Timeout | undefined;
  private readonly perAddress: number;
  private readonly inAll: number;
  private readonly windowMs: number;
  private written = 0;
  private stopped = false;

  constructor(private readonly options: TallyOptions) {
    this.perAddress = options.perAddress ?? 20;
    this.inAll = options.inAll ?? 300;
    this.windowMs = options.windowMs ?? 60_000;
  }

  /** Settles when the entry is committed, or at once when the attempt was only counted. */
  async note(given: Act): Promise<void> {
    const act = withActor(given);
    if (this.stopped) {
      await this.options.write(act);
      return;
    }
    this.beginWindow();
    const from = requestContext.current()?.clientAddress ?? null;
    const who = personOf(act) ?? from;
    const before = this.alone.get(who) ?? 0;
    if (before >= this.perAddress || this.written >= this.inAll) return this.count(act, from);
    this.alone.set(who, before + 1);
    this.written += 1;
    await this.options.write(act);
  }

  /**
   * Called when the service stops: nothing is aggregated any more, and every further attempt has its own
   * entry.
   */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.flush();
  }

  /** Writes the aggregated entries. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const crowds = [...this.crowds.values()];
    this.crowds.clear();
    this.alone.clear();
    this.written = 0;
    for (const crowd of crowds) await this.writeCrowd(crowd);
  }

  private beginWindow(): void {
    this.timer ??= setTimeout(() => void this.flush(), this.windowMs).unref();
  }

  private count(act: Act, address: string | null): void {
    const own = keyOf(act, address);
    const from = this.crowds.has(own) || this.crowds.size < CROWDS ? address : null;
    const key = keyOf(act, from);
    const crowd = this.crowds.get(key) ?? { act, from, count: 0, subjects: new Map<string, AuditSubject>() };
    crowd.count += 1;
    for (const tried of act.subject ? [act.subject] : (act.related ?? []))
      if (crowd.subjects.size < SUBJECTS) crowd.subjects.set(tried.id, tried);
    this.crowds.set(key, crowd);
  }

  private async writeCrowd({ act, from, count, subjects }: Crowd): Promise<void> {
    const { subject: _one, related: _other, ...rest } = act;
    const entry = {
      ...rest,
      actor: act.actor ?? ('anonymous' as const),
      related: [...subjects.values()],
      count,
    };
    const context = { requestId: randomUUID(), principal: null, publicOrigin: null, caller: null };
    try {
      await requestContext.run({ ...context, clientAddress: from }, () => this.options.write(entry));
    } catch (err) {
      this.options.logger.error({ err, action: act.action, count }, 'counted attempts could not be recorded');
    }
  }
}

const keyOf = (act: Act, from: string | null): string =>
  [act.action, act.reason, personOf(act), from].join(' ');

const personOf = ({ actor }: Act): string | null => (typeof actor === 'object' ? actor.id : null);

/** The signed-in user, kept with the attempt because a count is written after its requests have ended. */
function withActor(act: Act): Act {
  const principal = requestContext.principal();
  if (act.actor || !principal) return act;
  return { ...act, actor: { id: principal.userId, role: principal.role } };
}
