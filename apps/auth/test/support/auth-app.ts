import { randomUUID } from 'node:crypto';
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
  newIdentityKeys,
  people,
  serviceKeysFor,
  type KeyPair,
  type Person,
  type TestDatabase,
} from '@caredrop/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { AppModule } from '../../src/app.module.js';
import { readConfig, type Config } from '../../src/config.js';
import { migrationsFolder } from '../../src/database/migrations.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { newKeyRing } from './key-ring.js';
import { newSigningKey } from './keys.js';

const callers = ['gateway', 'token', 'document', 'notification', 'audit'] as const;
export type CallerName = (typeof callers)[number];

export interface ApiResponse {
  status: number;
  body: { status: string; message?: string; code?: string; data?: Record<string, unknown> | null };
  headers: Record<string, unknown>;
}

export interface Call {
  /** The calling service; null: no identity. */
  from?: CallerName | null;
  as?: Principal | null;
  body?: unknown;
  address?: string;
  userAgent?: string;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The whole service on its own database, called over HTTP the way the gateway and the other services call it. */
export class AuthApp {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly prisma: PrismaService,
    readonly database: TestDatabase,
    readonly config: Config,
    /** Registered routes, such as `GET /users`. */
    readonly routes: string[],
    private readonly privateKeys: Map<string, KeyPair['privateKey']>,
  ) {}

  static async start(overrides: Record<string, string> = {}): Promise<AuthApp> {
    const database = await createTestDatabase({ migrations: migrationsFolder });
    const keys = new Map(callers.map((name) => [name as string, newIdentityKeys()]));
    const config = readConfig({ ...settingsFor(database.url, keys), ...overrides });
    const logger = createLogger('auth', 'silent');
    const identity = InternalIdentity.of('auth', config);
    const routes: string[] = [];
    const prepare = (fastify: FastifyInstance) => {
      fastify.addHook('onRoute', ({ method, url }) => void routes.push(`${String(method)} ${url}`));
    };
    const app = await createService(AppModule.with(config, logger), { logger, identity, prepare });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const privateKeys = new Map([...keys].map(([name, { privateKey }]) => [name, privateKey]));
    return new AuthApp(app, app.get(PrismaService), database, config, routes, privateKeys);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }

  async call(
    method: Method,
    url: string,
    { from = 'gateway', as = null, body, address, userAgent }: Call = {},
  ) {
    const headers: Record<string, string> = {};
    if (from !== null) headers.authorization = `Bearer ${await this.tokenOf(from, as)}`;
    if (address !== undefined) headers['x-client-address'] = address;
    if (userAgent !== undefined) headers['user-agent'] = userAgent;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const response = await this.app.inject({ method, url, headers, ...payload });
    return {
      status: response.statusCode,
      body: response.json<ApiResponse['body']>(),
      headers: response.headers,
    };
  }

  /** An internal token of `service` for a call on behalf of `principal`. */
  async tokenOf(service: string, principal: Principal | null): Promise<string> {
    const identity = new InternalIdentity(service, this.keyOf(service), {});
    return identity.tokenFor('auth', principal && (await this.vouched(principal)));
  }

  /** Signs a token with the key of `service`, with that service's own claim about the user. */
  unvouchedToken(service: CallerName, principal: Principal): Promise<string> {
    return new InternalIdentity(service, this.keyOf(service), {}, 'accept').tokenFor('auth', principal);
  }

  private keyOf(service: string): KeyPair['privateKey'] {
    const key = this.privateKeys.get(service);
    if (!key) throw new Error(`No key of ${service}`);
    return key;
  }

  /** The principal with the voucher that the gateway gets from the session check. */
  private async vouched(principal: Principal): Promise<Principal> {
    const signer = new PrincipalSigner(this.config.INTERNAL_PRIVATE_KEY);
    return { ...principal, voucher: await signer.sign(principal) };
  }

  /** Inserts these people into the database, with their passwords. */
  async add(...persons: Person[]): Promise<void> {
    for (const { id, firstName, lastName, email, role, password } of persons) {
      const passwordHash = await hashOf(password);
      await this.prisma.user.create({ data: { id, firstName, lastName, email, role, passwordHash } });
    }
  }

  logIn(person: Person, address?: string, userAgent?: string): Promise<ApiResponse> {
    const body = { email: person.email, password: person.password };
    const client = {
      ...(address !== undefined && { address }),
      ...(userAgent !== undefined && { userAgent }),
    };
    return this.call('POST', '/auth/login', { body, ...client });
  }

  /** Signs in and returns the principal the gateway would pass on. */
  async signIn(person: Person, address?: string, userAgent?: string): Promise<Principal> {
    const { status, body } = await this.logIn(person, address, userAgent);
    if (status !== 200) throw new Error(`${person.email} could not sign in: ${String(status)}`);
    const [, claims = ''] = String(body.data?.token).split('.');
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string };
    return principalOf(person, sid);
  }

  /** Inserts a request and mints a link for it, calling auth as the notification service does. */
  async mint(userId: string, purpose: 'reset' | 'invite' = 'reset') {
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + 60_000);
    await this.prisma.passwordLinkRequest.create({ data: { id, userId, purpose, expiresAt } });
    const call = { from: 'notification', body: { userId, purpose, requestId: id } } as const;
    const { body } = await this.call('POST', '/internal/password-links/mint', call);
    return body.data as { outcome: string; url: string; expiresAt: string; email: string; firstName: string };
  }

  /** The secret of a new link that sets the user's password. */
  async newLink(userId: string, purpose: 'reset' | 'invite' = 'reset'): Promise<string> {
    const { url } = await this.mint(userId, purpose);
    return new URL(url).searchParams.get('token') ?? '';
  }

  async isAlive(sessionId: string): Promise<boolean> {
    const body = { sessionId, activity: false };
    const response = await this.call('POST', '/internal/sessions/check', { body });
    return response.body.data?.outcome === 'alive';
  }

  /** Types and envelopes of the events in the outbox, oldest first, without audit records. */
  async events(): Promise<{ type: string; envelope: Record<string, unknown> }[]> {
    return this.prisma
      .$queryRaw`SELECT type, envelope FROM outbox WHERE type <> 'audit.recorded' ORDER BY created_at`;
  }
}

/** Hashing and verifying are slow on purpose; with this little work, verifying a test password takes no time. */
const hashOf = (password: string): Promise<string> => hash(password, { memoryCost: 8, timeCost: 1 });

export function principalOf(
  { id, role, firstName, lastName }: Person,
  sessionId: string = randomUUID(),
): Principal {
  return { userId: id, role, sessionId, firstName, lastName, recentProof: true, teams: [], covers: [] };
}

/** An admin's principal, as the gateway passes it on. */
export const dora = principalOf(people.dora);

/** The environment of a service on this database, with new keys. */
export function settingsFor(
  databaseUrl: string,
  keys = new Map<string, ReturnType<typeof newIdentityKeys>>(),
) {
  const own = newIdentityKeys();
  const publicKeys = Object.fromEntries([...keys].map(([name, key]) => [name, key.publicKey]));
  return {
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    INTERNAL_PRIVATE_KEY: JSON.stringify(own.privateKey),
    SERVICE_KEYS: JSON.stringify(serviceKeysFor(own.publicKey, publicKeys)),
    DATABASE_URL: databaseUrl,
    AMQP_URL: backing().amqpUrl,
    EVENTS_NAMESPACE: `auth-${randomUUID().slice(0, 8)}`,
    PUBLIC_URL: 'https://caredrop.example',
    SESSION_KEYS: JSON.stringify([newSigningKey('k1')]),
    SECOND_FACTOR_KEYS: newKeyRing(),
    FORGOT_ANSWER_MS: '1',
  };
}
