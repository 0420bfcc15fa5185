import {
  Inject,
  Module,
  type DynamicModule,
  type FactoryProvider,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type Type,
} from '@nestjs/common';
import { brokerOptions, type EventConfig } from './broker/broker-options.js';
import { Publisher } from './broker/publisher.js';
import { RabbitEventServer } from './consumer/rabbit-event-server.js';
import { MESSAGING_OPTIONS, type MessagingOptions } from './messaging.options.js';
import { messagingProviders } from './messaging.providers.js';
import { OutboxRelay } from './outbox/relay.js';
import type { RawSql, TransactionRunner } from './types.js';
import { UnitOfWork } from './unit-of-work.js';

export interface MessagingModuleOptions<Tx extends RawSql> extends Pick<ModuleMetadata, 'imports'> {
  inject?: FactoryProvider['inject'];
  // oxlint-disable-next-line typescript/no-explicit-any -- the caller knows the types of the injected values
  useFactory: (...injected: any[]) => MessagingOptions<Tx> | Promise<MessagingOptions<Tx>>;
}

export interface ServiceMessagingOptions<Client> extends Pick<
  MessagingOptions,
  'source' | 'database' | 'context' | 'logger'
> {
  config: EventConfig;
  /** The service's PrismaClient, which must be a provider. */
  client: Type<Client>;
  /** Options that override the settings. */
  options?: (client: Client) => Partial<MessagingOptions> | Promise<Partial<MessagingOptions>>;
}

/**
 * Provides a service's {@link UnitOfWork}, its relay and its {@link RabbitEventServer}. None of them waits for the
 * broker at start. Stops in this order: consumer (after its handlers), HTTP, then relay and publisher.
 */
@Module({})
export class MessagingModule implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  constructor(
    @Inject(Publisher) private readonly publisher: Publisher,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    @Inject(RabbitEventServer) private readonly server: RabbitEventServer,
  ) {}

  static forRootAsync<Tx extends RawSql = RawSql>(options: MessagingModuleOptions<Tx>): DynamicModule {
    const { imports = [], inject = [], useFactory } = options;
    return {
      module: MessagingModule,
      global: true,
      imports,
      providers: [{ provide: MESSAGING_OPTIONS, inject, useFactory }, ...messagingProviders],
      exports: [UnitOfWork, RabbitEventServer, OutboxRelay],
    };
  }

  /** The configuration that every service uses, with options from its settings. */
  static forService<Client extends TransactionRunner>(of: ServiceMessagingOptions<Client>): DynamicModule {
    const { source, database, config, context, logger } = of;
    return MessagingModule.forRootAsync({
      inject: [of.client],
      useFactory: async (client: Client) => ({
        source,
        client,
        database,
        ...brokerOptions(config),
        context,
        logger,
        ...(await of.options?.(client)),
      }),
    });
  }

  onApplicationBootstrap(): void {
    this.publisher.start();
    this.relay.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.server.close();
  }

  async onApplicationShutdown(): Promise<void> {
    this.publisher.stopWaiting();
    await this.relay.stop();
    await this.publisher.close();
  }
}
