import type { AuditAction } from '@caredrop/contracts';
import type { Logger } from 'pino';
import { requestContext, type RequestContext } from '../context/request-context.js';
import { AuditWindow } from './audit-window.js';
import type { AuditEvent } from './record-audit-event.js';

export interface ListReadsOptions {
  /** Writes one entry; called inside a request context. */
  write: (event: AuditEvent) => Promise<unknown>;
  logger: Logger;
  /** How long repeated requests by the same user share one entry and a count, ms. */
  windowMs?: number;
}

interface Asked {
  /** Settles when the entry of the first request is committed. */
  recorded: Promise<unknown>;
  event: AuditEvent;
  context: RequestContext;
  /** Number of repeats. */
  repeats: number;
}

/**
 * Audits reads of lists that show other users' rows. The entry is committed before the list is sent. It names the
 * filters, not their values, and the number of rows. Open screens repeat their request whenever something changes, so a
 * user's repeats within a minute are counted, and the count is written as a second entry at the end of the minute or
 * when the service stops.
 */
export class ListReads {
  private readonly asked = new Map<string, Asked>();
  private readonly window: AuditWindow;

  constructor(private readonly options: ListReadsOptions) {
    this.window = new AuditWindow(() => this.writeCounts(), options.windowMs);
  }

  /**
   * `query`: the validated query. Rejects when the entry cannot be written; the list must not be sent then.
   */
  async record(action: AuditAction, query: Record<string, unknown>, rows: number): Promise<void> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const event: AuditEvent = { action, codes: [...given.map(([name]) => name), `rows_${rows}`] };
    const context = requestContext.current();
    if (this.window.stopped || !context) return void (await this.options.write(event));
    const key = JSON.stringify([context.principal?.userId, context.clientAddress, action, given]);
    const before = this.asked.get(key);
    if (before) {
      // Before waiting: the window may close during the wait.
      before.repeats += 1;
      await before.recorded;
      return;
    }
    await this.first(key, { event, context, repeats: 0, recorded: this.options.write(event) });
  }

  /** Called when the service stops: each further read gets its own entry. */
  stop(): Promise<void> {
    return this.window.stop();
  }

  /** Writes the counts. */
  flush(): Promise<void> {
    return this.window.flush();
  }

  private async writeCounts(): Promise<void> {
    const all = [...this.asked.values()];
    this.asked.clear();
    for (const asked of all) if (asked.repeats > 0) await this.writeRepeats(asked);
  }

  private async first(key: string, asked: Asked): Promise<void> {
    this.window.begin();
    this.asked.set(key, asked);
    try {
      await asked.recorded;
    } catch (error) {
      this.asked.delete(key);
      throw error;
    }
  }

  private async writeRepeats({ recorded, event, context, repeats }: Asked): Promise<void> {
    try {
      await recorded; // If it rejects, the repeats were refused too.
      await requestContext.run(context, () => this.options.write({ ...event, count: repeats }));
    } catch (err) {
      this.options.logger.error({ err, action: event.action, repeats }, 'failed to record repeated reads');
    }
  }
}
