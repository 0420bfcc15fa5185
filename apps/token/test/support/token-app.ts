import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Failure, Token } from '@caredrop/contracts';
import type { EventData, EventType } from '@caredrop/contracts/events';
import type { ClaimResponse } from '@caredrop/contracts/internal';
import { emitInto, OutboxRelay, RabbitEventServer, UnitOfWork, type NewEvent } from '@caredrop/messaging';
import {
  createLogger,
  createService,
  InternalIdentity,
  PrincipalSigner,
  type Principal,
} from '@caredrop/service-kit';
import {
  backing,
  createTestDatabase,
  eventually,
  newIdentityKeys,
  people,
  serviceKeysFor,
  type Person,
  type TestDatabase,
} from '@caredrop/testing';
import { AppModule } from '../../src/app.module.js';
import { readConfig } from '../../src/config.js';
import { MarkUsed } from '../../src/claims/mark-used.js';
import { PrismaService, type Tx } from '../../src/database/prisma.service.js';
import { FakeService } from './fake-service.js';

export const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

type CallerName = 'gateway' | 'document' | 'notification' | 'audit';
interface Call {
  from?: CallerName | null;
  as?: Principal | null;
  body?: unknown;
  headers?: Record<string, string>;
}
export interface ApiResponse<Data> {
  status: number;
  body: { status: string; message?: string; data: Data } & Partial<Failure>;
}

/** The whole token service on a separate database; the other services are {@link FakeService}s. */
export class TokenApp {
  readonly auth = new FakeService();
  readonly document = new FakeService();
  readonly notification = new FakeService();
  readonly namespace = `token-${randomUUID().slice(0, 8)}`;
  private readonly own = newIdentityKeys();
  /** Signs vouchers with the service's own key, which `serviceKeysFor` lists for auth too. */
  private readonly signer = new PrincipalSigner(this.own.privateKey);
  private readonly keys = {
    gateway: newIdentityKeys(),
    document: newIdentityKeys(),
    notification: newIdentityKeys(),
    audit: newIdentityKeys(),
  };
  /** The service's settings, for commands and further processes of a test. */
  env: Record<string, string> = {};
  private app!: NestFastifyApplication;
  private database!: TestDatabase;

  static async start(settings: Record<string, string> = {}): Promise<TokenApp> {
    const self = new TokenApp();
    await Promise.all([self.auth.start(), self.document.start(), self.notification.start()]);
    const users = [people.ana, people.ben, people.dora].map((one) => ({ ...one, disabled: false }));
    self.auth.on('/internal/users/names', () => ({ users }));
    self.auth.on('/internal/teams/names', openTeams);
    self.database = await createTestDatabase({ migrations });
    self.env = { ...self.settings(), ...settings };
    await self.startService();
    return self;
  }

  private async startService(): Promise<void> {
    const config = readConfig(this.env);
    const logger = createLogger('token', 'silent');
    const identity = InternalIdentity.of('token', config);
    const events = RabbitEventServer;
    this.app = await createService(AppModule.with(config, logger, identity), { logger, identity, events });
    await this.app.startAllMicroservices();
    await this.app.init();
    await this.app.getHttpAdapter().getInstance().ready();
  }

  /** Stops the service for as long as `work` runs on its database. */
  async whileStopped(work: () => Promise<unknown>): Promise<void> {
    await this.app.close();
    await work();
    await this.startService();
  }

  async stop(): Promise<void> {
    await this.app.close();
    await Promise.all([this.auth.stop(), this.document.stop(), this.notification.stop()]);
    await this.database.drop();
  }

  get prisma(): PrismaService {
    return this.app.get(PrismaService);
  }

  /** A use case of the running service, to force an order that calls alone would not give. */
  get<T>(type: new (...args: never[]) => T): T {
    return this.app.get<T>(type);
  }

  /** Publishes an event as its owner does, over the real broker; the outbox sends whatever it contains. */
  async publish<T extends EventType>(source: string, event: NewEvent<T>): Promise<void> {
    const origin = { source, correlation: undefined, causationId: null };
    await emitInto(this.prisma, origin, () => undefined)(event);
    this.get(OutboxRelay).wake();
  }

  /** Calls `publish`, then waits until `handler` has handled one more event. */
  async untilHandled(handler: string, publish: () => Promise<unknown>): Promise<void> {
    const handled = () => this.prisma.inbox.count({ where: { handler } });
    const before = await handled();
    await publish();
    await eventually(async () => {
      if ((await handled()) === before) throw new Error('the event has not been handled');
    });
  }

  async call<Data = unknown>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    { from = 'gateway', as = null, body, headers: more = {} }: Call = {},
  ): Promise<ApiResponse<Data>> {
    const headers: Record<string, string> = { ...more };
    if (from) headers.authorization = `Bearer ${await this.bearer(from, as)}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await this.app.inject({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: response.json() };
  }

  private async bearer(from: CallerName, as: Principal | null): Promise<string> {
    const identity = new InternalIdentity(from, this.keys[from].privateKey, {});
    return identity.tokenFor('token', as && { ...as, voucher: await this.signer.sign(as) });
  }

  async create(owner: Principal = ana, patientRefId = 'P-1'): Promise<Token> {
    return (await this.call<{ token: Token }>('POST', '/tokens', { as: owner, body: { patientRefId } })).body
      .data.token;
  }

  async claim(
    link: string,
    claimId: string = randomUUID(),
    idempotencyHash: string | null = null,
  ): Promise<ClaimResponse> {
    const body = { token: link, claimId, idempotencyHash };
    return (await this.call<ClaimResponse>('POST', '/internal/claims', { from: 'document', body })).body.data;
  }

  /** One step of the claim protocol; returns its outcome. */
  async step(claimId: string, step: 'renew' | 'confirm' | 'release', body: unknown = {}): Promise<string> {
    const response = await this.call<{ outcome: string }>('POST', `/internal/claims/${claimId}/${step}`, {
      from: 'document',
      body,
    });
    return response.body.data.outcome;
  }

  /** Claims a link and confirms the claim: an upload is then being committed. */
  async confirm(
    link: string,
    sent = upload(),
  ): Promise<{ claimId: string; sent: ReturnType<typeof upload> }> {
    const claimId = randomUUID();
    await this.claim(link, claimId);
    await this.step(claimId, 'confirm', sent);
    return { claimId, sent };
  }

  /** Marks the token of a claim as used, as `upload.completed` does. Returns whether it is used then. */
  async complete(claimId: string, sent: { documentId: string; receivedAt: string }): Promise<boolean> {
    await this.get<UnitOfWork<Tx>>(UnitOfWork).run((tx, emit) =>
      this.get(MarkUsed).execute(tx, [{ claimId, ...sent, tokenId: null, emit }]),
    );
    return (await this.prisma.token.findUnique({ where: { claimId } }))?.status === 'used';
  }

  /** The state shown to the owner. */
  async status(id: string, as: Principal = ana): Promise<string> {
    return (await this.listed(id, as)).status;
  }

  async listed(id: string, as: Principal = ana): Promise<Token> {
    const { tokens } = (await this.call<{ tokens: Token[] }>('GET', '/tokens', { as })).body.data;
    const token = tokens.find((one) => one.id === id);
    if (!token) throw new Error('the token is not listed');
    return token;
  }

  async validate(link: string): Promise<ApiResponse<Record<string, unknown>>> {
    return this.call('POST', '/links/validate', { body: { token: link } });
  }

  /** Sets one of a token's times to this many seconds ago; a negative number sets it in the future. */
  async age(
    id: string,
    column: 'expires_at' | 'lease_until' | 'claim_started_at' | 'confirmed_at' | 'check_waits_until',
    seconds = 1,
  ): Promise<void> {
    await this.prisma.$executeRawUnsafe(
      `UPDATE tokens SET "${column}" = now() - ${seconds} * interval '1 second' WHERE id = '${id}'`,
    );
  }

  async emitted(type: EventType): Promise<EventData<EventType>[]> {
    const rows = await this.prisma.outbox.findMany({ where: { type }, orderBy: { createdAt: 'asc' } });
    return rows.map((row) => (row.envelope as unknown as { data: EventData<EventType> }).data);
  }

  /** The audit entries with this action. */
  async audited(action: string): Promise<Record<string, unknown>[]> {
    const entries: Record<string, unknown>[] = await this.emitted('audit.recorded');
    return entries.filter((entry) => entry.action === action);
  }

  private settings(): Record<string, string> {
    const callers = Object.entries(this.keys).map(([name, pair]) => [name, pair.publicKey] as const);
    return {
      NODE_ENV: 'test',
      PORT: '0',
      INTERNAL_PRIVATE_KEY: JSON.stringify(this.own.privateKey),
      SERVICE_KEYS: JSON.stringify(serviceKeysFor(this.own.publicKey, Object.fromEntries(callers))),
      DATABASE_URL: this.database.url,
      AMQP_URL: backing().amqpUrl,
      EVENTS_NAMESPACE: this.namespace,
      AUTH_URL: this.auth.url,
      DOCUMENT_URL: this.document.url,
      NOTIFICATION_URL: this.notification.url,
      PUBLIC_URL: 'https://care.example',
      LINK_KEYS: JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32, 7).toString('base64') } }),
      SWEEP_INTERVAL_MS: '3600000',
      RENEWAL_ANSWER_MS: '1',
      REMINDER_INTERVAL_MS: '3600000',
      SENDING_INTERVAL_MS: '3600000',
    };
  }
}

const principalOf = ({ id, role, firstName, lastName }: Person): Principal => ({
  userId: id,
  role,
  firstName,
  lastName,
  sessionId: randomUUID(),
  recentProof: true,
  teams: [],
  covers: [],
});

export const ana = principalOf(people.ana);
export const ben = principalOf(people.ben);
export const dora = principalOf(people.dora);

/** Auth's response while every team exists and none is archived. */
export const openTeams = (body: Record<string, unknown>) => ({
  teams: (body.ids as string[]).map((id) => ({ id, name: 'Reception', archived: false })),
});

/** A finished upload as the document service describes it. */
export const upload = () => ({ documentId: randomUUID(), receivedAt: new Date().toISOString() });
