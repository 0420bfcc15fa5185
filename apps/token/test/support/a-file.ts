import { randomUUID } from 'node:crypto';
import type {
  SendingCheck,
  SendingJob,
  SendingJobBody,
  SendingResults,
  SendingRow,
  SendingRowResult,
} from '@caredrop/contracts';
import type { Principal } from '@caredrop/service-kit';
import { SendRows } from '../../src/sending-jobs/send-rows.js';
import { ana, type TokenApp } from './token-app.js';

/** A number whose owner has replied STOP. */
export const STOPPED = '+447700900999';

type Cells = Partial<Omit<SendingRow, 'line'>>;

/** Makes rows from cells. A row without a reference or number gets a valid one that no other row of the file has. */
export function aFile(rows: Cells[]): SendingRow[] {
  const file = randomUUID().slice(0, 8);
  return rows.map((cells, index) => ({
    line: index + 2,
    reference: `${file}-${index}`,
    phone: `07700 900${String(index % 900).padStart(3, '0')}`,
    ...cells,
  }));
}

/** A file of 500 rows, of which 40 cannot be sent, ten for each of four reasons. */
export function fileOf500(): SendingRow[] {
  const rows = aFile(Array.from({ length: 500 }, () => ({})));
  const bad: ((row: SendingRow) => SendingRow)[] = [
    (row) => ({ ...row, phone: '020 7946 0123' }),
    (row) => ({ ...row, phone: STOPPED }),
    (row) => ({ ...row, reference: ' ' }),
    (row) => ({ ...row, reference: rows[0]?.reference ?? '' }),
  ];
  return rows.map((row, index) =>
    index % 12 === 7 && index < 480 ? (bad[Math.floor(index / 12) % bad.length]?.(row) ?? row) : row,
  );
}

/** Checks, sends and reads files of requests at the running service. */
export function files(app: TokenApp) {
  const path = (id: string) => `/sending-jobs/${id}`;
  return {
    check: async (body: SendingJobBody, as: Principal = ana) =>
      (await app.call<SendingCheck>('POST', '/sending-jobs/check', { as, body })).body.data,
    post: (body: unknown, { key = '', as = ana }: { key?: string; as?: Principal } = {}) =>
      app.call<{ job: SendingJob }>('POST', '/sending-jobs', {
        as,
        body,
        headers: { 'idempotency-key': key },
      }),
    async send(rows: SendingRow[], more: Partial<SendingJobBody> = {}): Promise<SendingJob> {
      return (await this.post({ rows, ...more })).body.data.job;
    },
    async job(id: string): Promise<SendingJob> {
      return (await app.call<{ job: SendingJob }>('GET', path(id), { as: ana })).body.data.job;
    },
    async rows(id: string): Promise<SendingRowResult[]> {
      const { body } = await app.call<{ rows: SendingRowResult[] }>('GET', `${path(id)}/rows`, { as: ana });
      return body.data.rows;
    },
    change: (id: string, change: 'start' | 'pause' | 'resume' | 'cancel', as: Principal = ana) =>
      app.call<{ job: SendingJob }>('POST', `${path(id)}/${change}`, { as }),
    results: (id: string, as: Principal = ana) =>
      app.call<SendingResults>('POST', `${path(id)}/results`, { as }),
    /** One round of the sweeper. */
    sweep: () => app.get(SendRows).execute(),
    async sweepAll(): Promise<void> {
      while (await this.sweep());
    },
  };
}
