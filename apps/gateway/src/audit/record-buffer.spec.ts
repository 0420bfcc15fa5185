import type { AuditRecord } from '@caredrop/contracts';
import { appError, createLogger, ServiceCallFailed } from '@caredrop/service-kit';
import { eventually } from '@caredrop/testing';
import { RecordBuffer, type IdentifiedRecord } from './record-buffer.js';

/** The audit service, either unavailable or storing what it receives. */
class Audit {
  away: Error | undefined = new ServiceCallFailed('audit', null, 'away');
  readonly kept: IdentifiedRecord[] = [];
  readonly ids = new Set<string>();
  calls = 0;

  readonly send = (record: IdentifiedRecord): Promise<void> => {
    this.calls += 1;
    this.ids.add(record.id);
    if (this.away) return Promise.reject(this.away);
    this.kept.push(record);
    return Promise.resolve();
  };
}

const aRejection = (second: number): AuditRecord => ({
  action: 'access.refuse',
  outcome: 'refused',
  reason: 'forbidden',
  actor: { kind: 'user', id: '6f0a1f0e-55a1-4c0b-8f57-3a3d8f1f5a11', role: 'user' },
  subject: null,
  related: [],
  from: '203.0.113.9',
  requestId: `r-${second}`,
  at: new Date(Date.UTC(2026, 10, 22, 10, 0, second)).toISOString(),
  codes: [],
  count: 1,
});

let audit: Audit;
let dropped: number;
const logger = createLogger('gateway', 'silent');
const newBuffer = (capacity = 10) =>
  new RecordBuffer({ send: audit.send, logger, onDrop: () => (dropped += 1), capacity, firstWaitMs: 1 });
const seconds = () => audit.kept.map(({ record }) => record.requestId);
beforeEach(() => {
  audit = new Audit();
  dropped = 0;
});

describe('the buffer of audit records', () => {
  it('records are kept while the audit service is down, and are then delivered once and in order', async () => {
    const buffer = newBuffer();
    for (const second of [1, 2, 3]) buffer.add(aRejection(second));
    await eventually(() => expect(audit.calls).toBeGreaterThan(2));
    expect(buffer.size).toBe(3);
    audit.away = undefined;
    buffer.add(aRejection(4));
    await eventually(() => expect(seconds()).toEqual(['r-1', 'r-2', 'r-3', 'r-4']));
    expect(audit.ids.size).toBe(4); // Every attempt for a record had the same id.
    expect({ size: buffer.size, dropped }).toEqual({ size: 0, dropped: 0 });
  });

  it('records dropped beyond the capacity are reported in one record with their count and period', async () => {
    const buffer = newBuffer(2);
    for (const second of [1, 2, 3, 4, 5]) buffer.add(aRejection(second));
    expect({ size: buffer.size, dropped }).toEqual({ size: 2, dropped: 3 });
    audit.away = undefined;
    await eventually(() => expect(audit.kept).toHaveLength(3));
    expect(audit.kept[2]?.record).toMatchObject({
      action: 'access.unrecorded',
      outcome: 'failed',
      actor: { kind: 'system' },
      from: null,
      count: 3,
      codes: ['from-2026-11-22T10.00.03.000Z', 'to-2026-11-22T10.00.05.000Z'],
    });
  });

  it('a record that the audit service rejects does not block the next record', async () => {
    const buffer = newBuffer();
    audit.away = appError('bad_request');
    buffer.add(aRejection(1));
    await eventually(() => expect(dropped).toBe(1));
    audit.away = undefined;
    buffer.add(aRejection(2));
    await eventually(() => expect(seconds()).toEqual(['r-2']));
  });

  it('stopping the buffer delivers its records but does not wait for an audit service that is down', async () => {
    const buffer = newBuffer();
    buffer.add(aRejection(1));
    await buffer.stop();
    expect(buffer.size).toBe(1);
    audit.away = undefined;
    const other = newBuffer();
    other.add(aRejection(2));
    await other.stop();
    expect(seconds()).toEqual(['r-2']);
  });
});
