import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Readable } from 'node:stream';
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
  newIdentities,
  newKeyRing,
  serviceKeysFor,
  type KeyPair,
  type Person,
  type TestDatabase,
} from '@caredrop/testing';
import { S3Client } from '@aws-sdk/client-s3';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Agent, request, type Dispatcher } from 'undici';
import { AppModule } from '../../src/app.module.js';
import { readConfig } from '../../src/config.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { serviceOptions } from '../../src/service-options.js';
import type { ObjectStore } from '../../src/storage/object-store.js';
import { openObjectStore } from '../../src/storage/open-object-store.js';
import { all } from './all.js';
import { FakeAuthService } from './fake-auth-service.js';
import { FakeTokenService } from './fake-token-service.js';
import { identityOf } from './keys.js';
import { newStore } from './service-stores.js';

export const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

export interface ApiResponse<Data = Record<string, never>> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  body: { status: string; message?: string; code?: string; data: Data };
}

/** A user with teams and covers. */
export type Colleague = Person & Partial<Pick<Principal, 'teams' | 'covers'>>;

interface CallOptions {
  as?: Colleague | null;
  sessionId?: string;
  /** False if the sign-in is older than a proof of identity may be. */
  recentProof?: boolean;
  headers?: Record<string, string>;
  body?: string | Buffer | Readable;
  json?: unknown;
  caller?: 'gateway' | 'token' | 'audit' | 'stranger';
  signal?: AbortSignal;
}

type Overrides = Record<string, string>;

/**
 * The document service with a real database and broker, an S3 emulator or a folder as its store, and fake token and
 * auth services.
 */
export class DocumentService {
  readonly lines: string[] = [];
  readonly sessions = new Map<string, string>();
  app!: NestFastifyApplication;
  url!: string;

  private constructor(
    readonly env: Overrides,
    readonly database: TestDatabase,
    readonly token: FakeTokenService,
    readonly auth: FakeAuthService,
    private readonly callers: Record<string, InternalIdentity>,
    readonly s3: S3Client,
  ) {}

  static async start(overrides: Overrides = {}): Promise<DocumentService> {
    const keys = newIdentities('document', 'gateway', 'token', 'audit', 'stranger');
    const known = { document: keys.document.publicKey };
    const token = new FakeTokenService(identityOf('token', keys.token, known));
    const auth = new FakeAuthService(identityOf('auth', keys.token, known));
    await Promise.all([token.server.start(), auth.server.start()]);
    const database = await createTestDatabase({ migrations });
    const env = environment({
      keys,
      database,
      tokenUrl: token.server.url,
      authUrl: auth.server.url,
      overrides: { ...(await newStore()), ...overrides },
    });
    const callers = {
      gateway: identityOf('gateway', keys.gateway),
      token: identityOf('token', keys.token),
      audit: identityOf('audit', keys.audit),
      stranger: identityOf('gateway', keys.stranger),
    };
    const service = new DocumentService(env, database, token, auth, callers, s3Client());
    await service.listen();
    return service;
  }

  /** Starts (or restarts) on the same database and store. */
  async listen(overrides: Overrides = {}): Promise<void> {
    const config = readConfig({ ...this.env, ...overrides });
    const write = (line: string) => void this.lines.push(line);
    const logger = createLogger('document', 'info', { write });
    const identity = InternalIdentity.of('document', config);
    this.app = await createService(
      AppModule.with(config, logger, identity),
      serviceOptions(logger, identity),
    );
    await this.app.startAllMicroservices();
    await this.app.listen(0, '127.0.0.1');
    this.url = await this.app.getUrl();
  }

  get prisma(): PrismaService {
    return this.app.get(PrismaService);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await Promise.all([this.token.server.stop(), this.auth.server.stop()]);
    this.s3.destroy();
    await this.database.drop();
  }

  /** Returns a live session of `person`, the same one each time. */
  sessionOf(person: Colleague): string {
    const sessionId = this.sessions.get(person.id) ?? randomUUID();
    this.sessions.set(person.id, sessionId);
    this.auth.sessions.set(sessionId, person);
    return sessionId;
  }

  async headers({ as = null, caller = 'gateway', sessionId, recentProof = true, headers = {} }: CallOptions) {
    const named = as && { ...toPrincipal(as, sessionId ?? this.sessionOf(as)), recentProof };
    const principal = named && (await this.vouched(named));
    const identity = this.callers[caller] as InternalIdentity;
    return { authorization: `Bearer ${await identity.tokenFor('document', principal)}`, ...headers };
  }

  /** Signs the principal with our own key, which is also auth's key in these tests (`serviceKeysFor`). */
  private async vouched(principal: Principal): Promise<Principal> {
    const key = JSON.parse(this.env.INTERNAL_PRIVATE_KEY ?? '') as KeyPair['privateKey'];
    return { ...principal, voucher: await new PrincipalSigner(key).sign(principal) };
  }

  async call<Data = Record<string, never>>(
    method: Dispatcher.HttpMethod,
    path: string,
    options: CallOptions = {},
  ): Promise<ApiResponse<Data>> {
    const json = options.json === undefined ? {} : { 'content-type': 'application/json' };
    const response = await request(`${this.url}${path}`, {
      method,
      headers: { ...json, ...(await this.headers(options)) },
      body: options.json === undefined ? (options.body ?? null) : JSON.stringify(options.json),
      signal: options.signal ?? null,
      dispatcher: agent,
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return { status: response.statusCode, headers: response.headers, bytes, body: parseJson(bytes) };
  }

  /** Keys of all objects in this service's store. */
  async objects(): Promise<string[]> {
    return this.withStore(async (store) => (await all(store.list(''))).map(({ key }) => key));
  }

  /** Works directly on the store of this service, or on another one. */
  async withStore<T>(work: (store: ObjectStore) => Promise<T>, settings: Overrides = {}): Promise<T> {
    const { endpoint } = backing().s3;
    const store = await openObjectStore(readConfig({ ...this.env, S3_ENDPOINT: endpoint, ...settings }));
    try {
      return await work(store);
    } finally {
      store.onApplicationShutdown();
    }
  }
}

/** Opens one connection per call, so that faults that a test causes on one connection do not affect another. */
const agent = new Agent({ pipelining: 0, keepAliveTimeout: 1, bodyTimeout: 0, headersTimeout: 0 });

function environment(given: {
  keys: Record<'document' | 'gateway' | 'token' | 'audit', KeyPair>;
  database: TestDatabase;
  tokenUrl: string;
  authUrl: string;
  overrides: Overrides;
}): Overrides {
  const { s3, amqpUrl } = backing();
  const { document, gateway, token, audit } = given.keys;
  return {
    NODE_ENV: 'test',
    PORT: '0',
    INTERNAL_PRIVATE_KEY: JSON.stringify(document.privateKey),
    SERVICE_KEYS: JSON.stringify(
      serviceKeysFor(document.publicKey, {
        gateway: gateway.publicKey,
        token: token.publicKey,
        audit: audit.publicKey,
      }),
    ),
    DATABASE_URL: given.database.url,
    DATABASE_POOL: '5',
    AMQP_URL: amqpUrl,
    EVENTS_NAMESPACE: `test-${randomUUID().slice(0, 8)}`,
    AUTH_URL: given.authUrl,
    TOKEN_URL: given.tokenUrl,
    PUBLIC_URL: 'https://caredrop.example',
    KEK_KEYS: newKeyRing(),
    FILE_URL_KEYS: newKeyRing(),
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
    // Most tests send one file at a time, and took 1.6 times as long when a second inspector had to start.
    INSPECTORS: '1',
    CONFIRM_RETRY_MS: '10',
    PURGE_INTERVAL_MS: '50',
    SWEEP_INTERVAL_MS: '50',
    LATE_WRITE_MS: '200',
    RESCAN_INTERVAL_MS: '100',
    ...given.overrides,
  };
}

function s3Client(): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = backing().s3;
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

const toPrincipal = (
  { id, role, firstName, lastName, teams = [], covers = [] }: Colleague,
  sessionId: string,
): Principal => ({
  userId: id,
  role,
  sessionId,
  firstName,
  lastName,
  recentProof: true,
  teams,
  covers,
});

function parseJson(bytes: Buffer): never {
  try {
    return JSON.parse(bytes.toString()) as never;
  } catch {
    return undefined as never;
  }
}
