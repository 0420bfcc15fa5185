import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import pg from 'pg';
import { z } from 'zod';
import { createTestDatabase, eventually, newIdentityKeys, type TestDatabase } from '@caredrop/testing';
import {
  createServiceMain,
  databaseSettings,
  eventSettings,
  HealthController,
  loadConfig,
  READINESS,
  serviceSettings,
} from '../src/index.js';

const schema = z.object({
  ...serviceSettings.shape,
  ...databaseSettings.shape,
  ...eventSettings.shape,
});
/** The advisory lock that `runMigrations` takes. */
const MIGRATING = 728_371_001;

let migrations: string;
let database: TestDatabase;
let steps: string[];
let app: NestFastifyApplication | undefined;
const stderr: string[] = [];

beforeEach(async () => {
  migrations = await mkdtemp(path.join(tmpdir(), 'start-'));
  await mkdir(path.join(migrations, '20260101000000_init'));
  await writeFile(
    path.join(migrations, '20260101000000_init', 'migration.sql'),
    'CREATE TABLE links (id int)',
  );
  database = await createTestDatabase();
  [steps, app] = [[], undefined];
  stderr.length = 0;
  jest.spyOn(process, 'exit').mockImplementation((code) => void steps.push(`exit ${String(code)}`) as never);
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => stderr.push(String(text)) > 0);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await app?.close();
  await database.drop();
  await rm(migrations, { recursive: true });
});

@Module({
  controllers: [HealthController],
  providers: [{ provide: READINESS, useValue: () => Promise.resolve(true) }],
})
class TestModule {}

const settings = (): Record<string, string> => ({
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'silent',
  INTERNAL_PRIVATE_KEY: JSON.stringify(newIdentityKeys().privateKey),
  SERVICE_KEYS: '{}',
  DATABASE_URL: database.url,
  AMQP_URL: 'amqp://localhost',
});

/** Starts a service that records its steps. */
const start = (given: Record<string, string> = {}, checkBroker = () => Promise.resolve()) =>
  createServiceMain({
    name: 'token',
    readConfig: () => loadConfig('token', schema, { ...settings(), ...given }),
    migrations,
    checkBroker: () => {
      steps.push('broker');
      return checkBroker();
    },
    module: {
      with: () => {
        steps.push('module');
        return { module: TestModule };
      },
    },
    options: (logger, identity) => ({ logger, identity }),
    recordStart: (running) => {
      steps.push('started');
      app = running;
      return Promise.resolve();
    },
  })();

it('a service checks its broker and waits for its migrations before it starts', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query(`SELECT pg_advisory_lock(${MIGRATING})`);
  const starting = start();
  await eventually(async () => {
    const { rowCount } = await other.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBe(1);
  });
  expect(steps).toEqual(['broker']);
  await other.end();
  await starting;
  expect(steps).toEqual(['broker', 'module', 'started']);
});

it('a service that may not migrate does not start on an older database', async () => {
  await start({ MIGRATE: 'never' });
  expect(steps).toEqual(['broker', 'exit 1']);
  expect(stderr.join('')).toContain('it has no migration');
});

it('a service does not start when its database or its broker refuses it', async () => {
  await start({ DATABASE_URL: database.url.replace(/\/[^/]*$/, '/no_such_database') });
  expect(steps).toEqual(['exit 1']);
  expect(stderr.join('')).toContain('does not exist');
  await start({}, () => Promise.reject(new Error('the broker refuses the user')));
  expect(steps).toEqual(['exit 1', 'broker', 'exit 1']);
});
