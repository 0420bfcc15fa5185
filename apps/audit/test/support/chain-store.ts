import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@caredrop/testing';
import type { ChainEntry } from '../../src/chain/entry.js';
import { linkEntries, type Unlinked } from '../../src/chain/link-entries.js';
import { headOf } from '../../src/arrivals/chain-arrivals.js';
import type { Checkpoint } from '../../src/checkpoints/checkpoint.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { toRow } from '../../src/entries/entry-row.js';
import { SignChain, type SigningSettings } from '../../src/signer/sign-chain.js';
import { storedEntries } from '../../src/verification/stored-entries.js';
import { verifyStore } from '../../src/verification/verify-store.js';
import { anEntry } from './an-entry.js';
import { migrations } from './audit-app.js';
import { allOf } from './all-of.js';
import { asOwner, createTestRoles, type TestRoles } from './test-roles.js';

/** A database with a chain in it and no service. */
export class ChainStore {
  readonly key: JsonWebKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });

  private constructor(
    private readonly database: TestDatabase,
    readonly roles: TestRoles,
    /** Connected as the writer. */
    readonly prisma: PrismaService,
    /** Connected as the signer. */
    readonly signer: PrismaService,
  ) {}

  static async start(): Promise<ChainStore> {
    const database = await createTestDatabase({ migrations });
    const roles = await createTestRoles(database.url);
    const [writer, signer] = [roles.writerUrl, roles.signerUrl].map((url) => new PrismaService(url, 2));
    return new ChainStore(database, roles, writer as PrismaService, signer as PrismaService);
  }

  async stop(): Promise<void> {
    await this.prisma.$disconnect();
    await this.signer.$disconnect();
    await this.roles.drop();
    await this.database.drop();
  }

  get ownerUrl(): string {
    return this.database.url;
  }

  async append(count: number, recordedAt = new Date()): Promise<void> {
    await this.write(
      Array.from({ length: count }, () => anEntry()),
      recordedAt,
    );
  }

  async write(entries: Unlinked[], recordedAt = new Date()): Promise<void> {
    const linked = linkEntries(await headOf(this.prisma), entries, recordedAt);
    await this.prisma.entry.createMany({ data: linked.map(toRow) });
  }

  /** A signer that has just started. */
  newSigner(settings: Partial<SigningSettings> = {}): SignChain {
    return new SignChain(this.signer, {
      AUDIT_SIGNING_KEY: this.key as SigningSettings['AUDIT_SIGNING_KEY'],
      AUDIT_OLD_KEYS: [],
      CHECKPOINT_EVERY_MS: 5 * 60_000,
      CHECKPOINT_EVERY_ENTRIES: 1000,
      ...settings,
    });
  }

  async checkpoint(): Promise<Checkpoint> {
    const { checkpoint } = await this.newSigner().execute(new Date(), { now: true });
    if (!checkpoint) throw new Error('nothing to sign');
    return checkpoint;
  }

  entries(): Promise<ChainEntry[]> {
    return allOf(storedEntries(this.prisma));
  }

  /** Acts as the server's owner, who can bypass every trigger. */
  overpower(sql: string): Promise<void> {
    return asOwner(this.ownerUrl, `SET session_replication_role = replica; ${sql}`);
  }

  async faults(...elsewhere: Checkpoint[]): Promise<[string, number][]> {
    const { faults } = await verifyStore(this.prisma, [this.key], elsewhere);
    return faults.map(({ kind, seq }) => [kind, seq]);
  }
}
