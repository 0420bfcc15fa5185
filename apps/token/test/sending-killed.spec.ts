import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually, people } from '@caredrop/testing';
import type { SendingRow } from '@caredrop/contracts';
import { fileOf500, files, STOPPED } from './support/a-file.js';
import { TokenApp } from './support/token-app.js';

/** Making 460 links one after the other takes 20 s of processor time, and several times as long on a busy machine. */
const WITHIN_MS = 240_000;

const main = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));

let app: TokenApp;
let child: ChildProcess | undefined;

beforeAll(async () => {
  app = await TokenApp.start({ EMAIL_PER_CLINICIAN_PER_DAY: '1000' });
  const allowance = { configured: true, left: 1000, retryAfterSeconds: 3600, suppressed: [STOPPED] };
  app.notification.on('/internal/sms/allowance', () => allowance);
  app.auth.on('/internal/users/names', () => ({ users: [{ ...people.ana, disabled: false }] }));
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await app.stop();
});

const deliveries = () =>
  new Set(
    app.notification.calls.flatMap(({ path, body }) =>
      path === '/internal/sms' ? [String(body.deliveryId)] : [],
    ),
  );

/** The built service as a separate process on the same database. */
function start(): ChildProcess {
  child = spawn(process.execPath, [main], {
    env: { ...app.env, SENDING_INTERVAL_MS: '20' },
    stdio: 'ignore',
  });
  return child;
}

/** Of every three rows, one is only texted, one only emailed, and one both. */
const withEmails = (rows: SendingRow[]): SendingRow[] =>
  rows.map((row, index) => {
    const email = `patient-${index}@example.test`;
    if (index % 3 === 0) return row;
    return index % 3 === 1 ? { ...row, email } : { ...row, phone: '', email };
  });

async function killAfter(texts: number): Promise<void> {
  const process = start();
  await eventually(() => expect(deliveries().size).toBeGreaterThanOrEqual(texts), WITHIN_MS);
  process.kill('SIGKILL');
  await once(process, 'exit');
  // Ends the lease of the row that the killed process was sending.
  await app.prisma.$executeRaw`UPDATE sending_rows SET lease_until = now() WHERE lease_until IS NOT NULL`;
}

it(
  'a file of 500 rows with 40 bad ones sends each text and each email once, although the service is killed twice',
  async () => {
    const clinic = files(app);
    const rows = withEmails(fileOf500());
    const { rows: checked, sendable } = await clinic.check({ rows });
    const sentBy = (channel: 'sms' | 'email') =>
      checked.filter(({ channels }) => channels?.includes(channel)).map(({ line }) => line);
    const { id } = await clinic.send(rows);
    await killAfter(80);
    expect((await clinic.job(id)).state).toBe('running');
    await killAfter(160);
    expect((await clinic.job(id)).state).toBe('running');
    start();
    await eventually(async () => expect((await clinic.job(id)).state).toBe('done'), WITHIN_MS);
    expect((await clinic.job(id)).counts).toMatchObject({ total: 500, sent: sendable, sending: 0 });
    expect(sendable).toBeGreaterThanOrEqual(460);
    expect(deliveries().size).toBe(sentBy('sms').length);
    const emails = await app.prisma.linkEmail.findMany();
    expect(emails.map(({ address }) => address).sort()).toEqual(
      sentBy('email')
        .map((line) => `patient-${line - 2}@example.test`)
        .sort(),
    );
    expect(await app.emitted('token.email_requested')).toHaveLength(emails.length);
    expect(await app.prisma.token.count()).toBe(sendable);
    expect(await app.emitted('token.created')).toHaveLength(sendable);
  },
  WITHIN_MS,
);
