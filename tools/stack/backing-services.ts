import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  startMailInbox,
  startPostgres,
  startRabbitmq,
  startTwilioEmulator,
  type Postgres,
  type Rabbitmq,
} from '@caredrop/testing/backing';
import { definitionsOf } from './broker.ts';
import { KeptRunning } from './kept-running.ts';
import { moveS3rverObjects } from './move-s3rver-objects.ts';
import type { Home } from './paths.ts';
import type { Secrets } from './secrets.ts';

export const BUCKET = 'caredrop-documents';

/** The addresses of the backing services, and how to stop them. */
export interface BackingServices {
  /** Superuser URL of the Postgres server. */
  postgresUrl: string;
  /** For the broker's administrator. */
  amqpUrl: string;
  /** Settings of the document service. */
  store: Record<string, string>;
  smtpUrl: string;
  /** Settings of the notification service. */
  twilio: Record<string, string>;
  /** URLs of the pages for emails and texts; may be empty if the environment names another server. */
  mailUrl: string;
  smsUrl: string;
  ports: Record<string, number>;
  /** `ours`: started by this program, with a user for each service. */
  broker: { ours: boolean; stop(): Promise<void>; start(): Promise<void> };
  stop(): Promise<void>;
}

/** Starts Postgres and opens the object store, for a restore, during which nothing else runs. */
export async function startDataServices(
  home: Home,
  secrets: Secrets,
  say: Say,
  started: Started,
): Promise<Pick<BackingServices, 'postgresUrl' | 'store' | 'stop'>> {
  const database = await postgres(home, secrets, say, started);
  const { store = {} } = objects(home, say);
  const stop = async (): Promise<void> => {
    await database.stop?.();
  };
  return { postgresUrl: database.postgresUrl ?? '', store, stop };
}

type Part = Partial<Omit<BackingServices, 'stop'>> & { stop?: () => Promise<void> };
type Started = (name: string, pid: number) => void;
type Say = (line: string) => void;

/** Starts everything that the environment does not provide, in parallel. */
export async function startBackingServices(
  home: Home,
  secrets: Secrets,
  say: Say,
  started: Started,
  retryDelaysMs?: readonly number[],
): Promise<BackingServices> {
  mkdirSync(home.logs, { recursive: true });
  const starting = [
    postgres(home, secrets, say, started),
    rabbitmq(home, secrets, say, started, retryDelaysMs),
    Promise.resolve().then(() => objects(home, say)),
    mail(home),
    sms(home, secrets),
  ];
  const outcomes = await Promise.allSettled(starting);
  const parts = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
  const stop = async (): Promise<void> => {
    await Promise.all(parts.map(async (part) => part.stop?.()));
  };
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const merged = Object.assign({}, ...parts) as BackingServices;
  const ports = Object.assign({}, ...parts.map((part) => part.ports)) as Record<string, number>;
  return { ...merged, ports, stop };
}

async function postgres(home: Home, secrets: Secrets, say: Say, started: Started): Promise<Part> {
  const given = process.env.POSTGRES_URL;
  if (given) return { postgresUrl: given };
  const options = {
    dataDir: home.postgres,
    password: secrets.postgresPassword,
    logFile: path.join(home.logs, 'postgres.log'),
  };
  const kept = new KeptRunning<Postgres>(
    'Postgres',
    async (previous) => {
      const server = await startPostgres({ ...options, port: previous?.port });
      started('postgres', server.pid);
      return server;
    },
    say,
  );
  const { url, port } = await kept.start();
  return { postgresUrl: url, ports: { postgres: port }, stop: () => kept.stop() };
}

async function rabbitmq(
  home: Home,
  secrets: Secrets,
  say: Say,
  started: Started,
  retryDelaysMs?: readonly number[],
): Promise<Part> {
  const options = {
    dataDir: home.rabbitmq,
    password: secrets.rabbitmqPassword,
    url: process.env.AMQP_URL,
    definitions: definitionsOf(secrets, retryDelaysMs),
    say,
  };
  const kept = new KeptRunning<Rabbitmq>(
    'RabbitMQ',
    async (previous) => {
      const broker = await startRabbitmq({ ...options, port: previous?.port });
      broker.pids.forEach((pid, index) => {
        started(index === 0 ? 'rabbitmq' : 'epmd', pid);
      });
      return broker;
    },
    say,
  );
  const { url, port } = await kept.start();
  const stop = (): Promise<void> => kept.stop();
  const start = async (): Promise<void> => {
    await kept.start();
  };
  return {
    amqpUrl: url,
    ports: port ? { rabbitmq: port } : {},
    broker: { ours: !process.env.AMQP_URL, stop, start },
    stop,
  };
}

/** A folder of the home, unless the environment names another store. */
function objects(home: Home, say: Say): Part {
  const { STORE_URL, S3_ENDPOINT } = process.env;
  if (STORE_URL?.startsWith('file:')) return { store: { STORE_URL } };
  if (STORE_URL || S3_ENDPOINT) return { store: environmentOf('S3_') };
  const moved = moveS3rverObjects(home.objects, process.env.S3_BUCKET || BUCKET);
  if (moved > 0)
    say(`Moved ${String(moved)} stored documents from the folder of an earlier version to the current one.`);
  return { store: { STORE_URL: pathToFileURL(home.objects).href } };
}

async function mail(home: Home): Promise<Part> {
  const { SMTP_URL, MAIL_URL = '' } = process.env;
  if (SMTP_URL) return { smtpUrl: SMTP_URL, mailUrl: MAIL_URL };
  const inbox = await startMailInbox({ file: home.mails });
  const ports = { smtp: inbox.ports.smtp, mail: inbox.ports.web };
  return { smtpUrl: inbox.smtpUrl, mailUrl: inbox.url, ports, stop: () => inbox.stop() };
}

async function sms(home: Home, secrets: Secrets): Promise<Part> {
  const { TWILIO_API_URL, TWILIO_ACCOUNT_SID } = process.env;
  if (TWILIO_API_URL || TWILIO_ACCOUNT_SID)
    return { twilio: environmentOf('TWILIO_'), smsUrl: TWILIO_API_URL ?? '' };
  const emulator = await startTwilioEmulator({ ...secrets.twilio, file: home.texts });
  const twilio = {
    TWILIO_ACCOUNT_SID: emulator.accountSid,
    TWILIO_AUTH_TOKEN: emulator.authToken,
    TWILIO_FROM: '+15005550006',
    TWILIO_API_URL: emulator.url,
  };
  return { twilio, smsUrl: emulator.url, ports: { sms: emulator.port }, stop: () => emulator.stop() };
}

function environmentOf(prefix: string): Record<string, string> {
  const found = Object.entries(process.env).filter(([name, value]) => name.startsWith(prefix) && value);
  return Object.fromEntries(found) as Record<string, string>;
}
