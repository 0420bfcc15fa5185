import { generateKeyPairSync, randomUUID, type JsonWebKey } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { success, type AuditRecord } from '@caredrop/contracts';
import { OutboxRelay, RabbitEventServer } from '@caredrop/messaging';
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
import type { ChainEntry } from '../../src/chain/entry.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { storedEntries } from '../../src/verification/stored-entries.js';
import { allOf } from './all-of.js';
import { emitRecord } from './emit-record.js';
import { createTestRoles, type TestRoles } from './test-roles.js';

export const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

const newKey = (): JsonWebKey => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });

const principalOf = ({ id, role, firstName, lastName }: Person): Principal => ({
  userId: id,
  role,
  sessionId: randomUUID(),
  firstName,
  lastName,
  recentProof: true,
  teams: [],
  covers: [],
});
export const [ana, dora] = [principalOf(people.ana), principalOf(people.dora)];

/** The whole audit service on its own database, with the roles used in production; the services that know names are fakes. */
export class AuditApp {
  readonly namespace = `audit-${randomUUID().slice(0, 8)}`;
  readonly signingKey = newKey();
  readonly exportKey = newKey();
  /** Signs the tests' events on behalf of every service. */
  readonly own = newIdentityKeys();
  /** Signs vouchers with the app's own key, which `serviceKeysFor` lists for auth too. */
  private readonly signer = new PrincipalSigner(this.own.privateKey);
  private readonly gateway = newIdentityKeys();
  readonly peers = new FakePeers();
  private app!: NestFastifyApplication;
  private database!: TestDatabase;
  roles!: TestRoles;

  static async start(settings: Record<string, string> = {}): Promise<AuditApp> {
    const self = new AuditApp();
    await self.peers.start();
    self.database = await createTestDatabase({ migrations });
    self.roles = await createTestRoles(self.database.url);
    await self.boot(settings);
    return self;
  }

  /** Starts the service on the existing database; may be called again after `halt`. */
  async boot(settings: Record<string, string> = {}): Promise<void> {
    const config = readConfig({ ...this.settings(), ...settings });
    const logger = createLogger('audit', 'silent');
    const identity = InternalIdentity.of('audit', config);
    const options = { logger, identity, events: RabbitEventServer };
    this.app = await createService(AppModule.with(config, logger, identity), options);
    await this.app.startAllMicroservices();
    await this.app.init();
    await this.app.getHttpAdapter().getInstance().ready();
  }

  async halt(): Promise<void> {
    await this.app.close();
  }

  async stop(): Promise<void> {
    await this.halt();
    await this.peers.stop();
    await this.roles.drop();
    await this.database.drop();
  }

  get prisma(): PrismaService {
    return this.app.get(PrismaService);
  }

  /** URL of the tables' owner: the access that an attacker on the database server would have. */
  get ownerUrl(): string {
    return this.database.url;
  }

  get<T>(type: new (...args: never[]) => T): T {
    return this.app.get<T>(type);
  }

  /** Publishes records as their service does, over the real broker. */
  async tell(...records: AuditRecord[]): Promise<string[]> {
    const ids: string[] = [];
    for (const record of records) ids.push(await emitRecord(this.prisma, record));
    this.app.get(OutboxRelay).wake();
    return ids;
  }

  /** Publishes records and waits until all of them are in the chain. */
  async chained(...records: AuditRecord[]): Promise<ChainEntry[]> {
    const ids = await this.tell(...records);
    await eventually(async () => {
      expect(await this.prisma.entry.count({ where: { id: { in: ids } } })).toBe(ids.length);
    });
    return this.entries();
  }

  async entries(): Promise<ChainEntry[]> {
    return allOf(storedEntries(this.prisma));
  }

  async call(
    method: 'GET' | 'POST',
    url: string,
    { as = dora, from = 'gateway', body }: { as?: Principal | null; from?: string; body?: unknown } = {},
  ) {
    const keys: Record<string, JsonWebKey> = { gateway: this.gateway.privateKey };
    const principal = as && { ...as, voucher: await this.signer.sign(as) };
    // The other services use the app's own key.
    const identity = new InternalIdentity(from, keys[from] ?? this.own.privateKey, {});
    const token = await identity.tokenFor('audit', principal);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-client-address': '203.0.113.9',
    };
    return this.app.inject({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  }

  private settings(): Record<string, string> {
    return {
      NODE_ENV: 'test',
      PORT: '0',
      INTERNAL_PRIVATE_KEY: JSON.stringify(this.own.privateKey),
      SERVICE_KEYS: JSON.stringify(serviceKeysFor(this.own.publicKey, { gateway: this.gateway.publicKey })),
      DATABASE_URL: this.roles.writerUrl,
      AMQP_URL: backing().amqpUrl,
      EVENTS_NAMESPACE: this.namespace,
      AUTH_URL: this.peers.url,
      TOKEN_URL: this.peers.url,
      DOCUMENT_URL: this.peers.url,
      AUDIT_EXPORT_KEY: JSON.stringify(this.exportKey),
    };
  }
}

/** Fakes the services that know names, with one response per path. Knows Ana and Dora. */
class FakePeers {
  private server!: Server;
  url = '';
  /** Data by path; a path that is missing here fails. Tests may replace it. */
  readonly responses: Record<string, object> = {
    '/internal/users/names': {
      users: [people.ana, people.dora].map(({ id, firstName, lastName }) => ({ id, firstName, lastName })),
    },
  };

  async start(): Promise<void> {
    this.server = createServer(({ url = '' }, response) => {
      const data = this.responses[url];
      response
        .writeHead(data ? 200 : 500, { 'content-type': 'application/json' })
        .end(JSON.stringify(data ? success(data) : {}));
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
