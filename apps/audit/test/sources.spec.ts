import { aRecord } from './support/an-entry.js';
import { AuditApp } from './support/audit-app.js';
import { emitRecord } from './support/emit-record.js';
import { verifyStore } from '../src/verification/verify-store.js';

let app: AuditApp;
beforeAll(async () => {
  app = await AuditApp.start();
});
afterAll(async () => app.stop());

const later = () => new Date(Date.now() + 3_600_000);
const faults = async (now = later()) =>
  (await verifyStore(app.prisma, [app.signingKey], [], now)).faults.map(({ kind, text }) => ({ kind, text }));

/** Writes a record into the outbox and runs `sql` on it before it can be published. */
const emitTampered = (sql: string) =>
  app.prisma.$transaction(async (tx) => tx.$executeRawUnsafe(sql, await emitRecord(tx, aRecord())));

describe('the sequence number of a record', () => {
  it('each entry carries the stream and sequence number of its record', async () => {
    const [one, two] = (await app.chained(aRecord(), aRecord())).slice(-2);
    expect(one?.sequence).toMatchObject({ stream: expect.any(String), number: expect.any(Number) });
    expect(two?.sequence?.stream).toBe(one?.sequence?.stream);
    expect(await faults()).toEqual([]);
  });

  it('a record deleted from the outbox before publishing is reported as missing', async () => {
    const [before] = (await app.chained(aRecord())).slice(-1);
    await emitTampered('DELETE FROM outbox WHERE id = $1::uuid');
    await app.chained(aRecord());
    const number = (before?.sequence?.number ?? 0) + 1;
    expect(await faults()).toEqual([
      {
        kind: 'missing',
        text: expect.stringMatching(
          new RegExp(
            `^token wrote record ${number} of its stream .*; the audit never received it \\(.* at 2.*Z and 2.*Z\\)$`,
          ),
        ),
      },
    ]);
    // The record may still be on its way.
    expect(await faults(new Date())).toEqual([]);
  });

  it('a record that an earlier version of the audit stored without its number is reported as missing', async () => {
    const { unnumbered } = await verifyStore(app.prisma, [app.signingKey]);
    const [before] = (await app.chained(aRecord())).slice(-1);
    // The audit service of 0.1.0 drops the number from each record that it receives.
    await emitTampered(`UPDATE outbox SET envelope = envelope #- '{data,sequence}' WHERE id = $1::uuid`);
    await app.chained(aRecord());
    const number = (before?.sequence?.number ?? 0) + 1;
    const report = await verifyStore(app.prisma, [app.signingKey], [], later());
    expect(report.unnumbered).toBe(unnumbered + 1);
    expect(report.faults.map(({ text }) => text)).toContainEqual(
      expect.stringContaining(`token wrote record ${number} of its stream`),
    );
  });
});
