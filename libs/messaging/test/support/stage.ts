import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { backing, eventually, type TestDatabase } from '@caredrop/testing';
import { newNamespace, removeNamespace } from './namespace.js';
import { createServiceDatabase } from './service-database.js';
import { startService, type RunningService, type ServiceOptions } from './start-service.js';

/**
 * The environment of one test: a namespace on the broker, a database for auth (publisher) and one for
 * document (consumer).
 */
export class Stage {
  private readonly running: RunningService[] = [];

  private constructor(
    readonly namespace: string,
    readonly auth: TestDatabase,
    readonly document: TestDatabase,
  ) {}

  /** `namespace`: an existing one whose queues were declared elsewhere. By default, a new one. */
  static async set(namespace = newNamespace()): Promise<Stage> {
    const [auth, document] = await Promise.all([createServiceDatabase(), createServiceDatabase()]);
    return new Stage(namespace, auth, document);
  }

  get amqpUrl(): string {
    return backing().amqpUrl;
  }

  async start(options: Pick<ServiceOptions, 'source'> & Partial<ServiceOptions>): Promise<RunningService> {
    const databaseUrl = options.source === 'auth' ? this.auth.url : this.document.url;
    const { amqpUrl, namespace } = this;
    const service = await startService({ databaseUrl, amqpUrl, namespace, ...options });
    this.running.push(service);
    return service;
  }

  /** Stops a service before the end of the test. */
  async stop(service: RunningService): Promise<void> {
    this.running.splice(this.running.indexOf(service), 1);
    await service.stop();
  }

  async clear(): Promise<void> {
    await this.stopServices();
    await removeNamespace(this.amqpUrl, this.namespace);
    await Promise.all([this.auth.drop(), this.document.drop()]);
  }

  /** Like `clear`, but leaves the broker unchanged. */
  async dropDatabases(): Promise<void> {
    await this.stopServices();
    await Promise.all([this.auth.drop(), this.document.drop()]);
  }

  private async stopServices(): Promise<void> {
    await Promise.all(this.running.map((service) => service.stop()));
  }
}

/** Waits until all queues exist. */
export async function connected(service: RunningService): Promise<RunningService> {
  await eventually(async () => expect(await service.metric('events_broker_connected')).toBe(1));
  return service;
}

/** The event that most tests publish; the document service consumes it. */
export function tellUserUpdated(
  service: RunningService,
  userId: string = randomUUID(),
): Promise<EventEnvelope<'user.updated'>> {
  return service.work.run((_tx, emit) =>
    emit({ type: 'user.updated', aggregateId: userId, aggregateVersion: 1, data: { userId } }),
  );
}

/** Rows that handlers wrote to their database. */
export async function effects(service: RunningService): Promise<{ event_id: string; note: string }[]> {
  return service.db.rows('SELECT event_id, note FROM effect ORDER BY ctid');
}
