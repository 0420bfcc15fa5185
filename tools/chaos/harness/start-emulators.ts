import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { freePort, startChild, until, type Child } from '@caredrop/testing/backing';
import { BUCKET } from '../../stack/backing-services.ts';
import { KeptRunning } from '../../stack/kept-running.ts';
import type { Home } from '../../stack/paths.ts';

/** An emulator as a process that is restarted when it dies. */
interface Emulator {
  /** Undefined while it is down. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
  start(): Promise<void>;
}

type EmulatorName = 'store' | 'smtp' | 'twilio' | 'scanner';

export interface Emulators {
  parts: Record<EmulatorName, Emulator>;
  mailUrl: string;
  smsUrl: string;
  /** Settings that make the stack use these servers. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

const TWILIO = { accountSid: `AC${'c'.repeat(32)}`, authToken: 'chaos-emulator-token' };

/** The object store, the mail server, Twilio and the scanner, each on a port that it keeps when restarted. */
export async function startEmulators(home: Home, say: (line: string) => void): Promise<Emulators> {
  const [store, smtp, mail, twilio, scanner] = await Promise.all(Array.from({ length: 5 }, () => freePort()));
  const ports = { store: store ?? 0, smtp: smtp ?? 0, twilio: twilio ?? 0, scanner: scanner ?? 0 };
  const options: Record<EmulatorName, object> = {
    store: { dataDir: home.objects, port: ports.store, buckets: [BUCKET] },
    smtp: { file: home.mails, smtpPort: ports.smtp, webPort: mail },
    twilio: { ...TWILIO, file: home.texts, port: ports.twilio, stepMs: 50 },
    scanner: { port: ports.scanner },
  };
  const names = Object.keys(options) as EmulatorName[];
  const begun = await Promise.all(
    names.map((name) => begin(name, options[name], ports[name], path.join(home.logs, `${name}.log`), say)),
  );
  const parts = Object.fromEntries(names.map((name, index) => [name, begun[index]])) as Record<
    EmulatorName,
    Emulator
  >;
  const http = (port: number | undefined): string => `http://127.0.0.1:${String(port)}`;
  return {
    parts,
    mailUrl: http(mail),
    smsUrl: http(twilio),
    environment: {
      S3_ENDPOINT: http(store),
      S3_REGION: 'us-east-1',
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_FORCE_PATH_STYLE: 'true',
      SMTP_URL: `smtp://127.0.0.1:${String(smtp)}`,
      MAIL_URL: http(mail),
      TWILIO_ACCOUNT_SID: TWILIO.accountSid,
      TWILIO_AUTH_TOKEN: TWILIO.authToken,
      TWILIO_FROM: '+15005550006',
      TWILIO_API_URL: http(twilio),
      SCANNER_URL: `tcp://127.0.0.1:${String(scanner)}`,
    },
    stop: async () => {
      await Promise.all(begun.map((part) => part.stop()));
    },
  };
}

async function begin(
  name: EmulatorName,
  options: object,
  port: number,
  logFile: string,
  say: (line: string) => void,
): Promise<Emulator> {
  const program = path.join(import.meta.dirname, 'run-emulator.ts');
  let child: Child | undefined;
  const kept = new KeptRunning<Child>(
    name,
    async () => {
      const args = [program, name, JSON.stringify(options)];
      child = await startChild({ command: process.execPath, args, env: process.env, logFile });
      await until(name, () => accepts(port), 30_000, child);
      return child;
    },
    say,
  );
  await kept.start();
  return {
    get pid() {
      return child?.running ? child.pid : undefined;
    },
    stop: () => kept.stop(),
    start: async () => {
      await kept.start();
    },
  };
}

async function accepts(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
