import { serviceNames } from '../../stack/service-names.ts';
import type { Measurement } from '../metrics/metric.ts';
import type { Plan } from '../load/plan.ts';
import type { Options, Benchmark } from '../benchmark.ts';
import { sendDocuments } from '../harness/documents.ts';
import { idleTimeOf, processorTimeOf, type ProcessorTime } from '../harness/processor-time.ts';
import type { Harness } from '../harness/harness.ts';

/** A user action: its name, its requests, the expected status, and how often it runs. */
interface Action {
  what: string;
  count: number;
  expected: number;
  plan: (harness: Harness, count: number) => Promise<Omit<Plan, 'atOnce'>>;
}

/** Below this CPU time (ms) a service is not listed for an action. */
const PART_MS = 0.05;
const MIB = 1024 * 1024;

const upload = (what: string, size: number, count: number): Action => ({
  what,
  count,
  expected: 201,
  plan: async (harness, many) => ({
    origin: harness.url,
    method: 'POST',
    paths: (await harness.links(many)).map(({ value }) => `/api/upload/${value}`),
    body: { document: size, type: 'photo' },
  }),
});

const reads = (harness: Harness, paths: string[]): Omit<Plan, 'atOnce'> => ({
  origin: harness.url,
  method: 'GET',
  paths,
  headers: { authorization: `Bearer ${harness.clinician.bearer}` },
});

const repeated = (count: number, path: string): string[] => Array.from({ length: count }, () => path);

const actions: Action[] = [
  {
    what: 'a link check',
    count: 2_000,
    expected: 200,
    plan: async (harness, count) => ({
      origin: harness.url,
      method: 'GET',
      paths: (await harness.links(count)).map(({ value }) => `/api/tokens/validate/${value}`),
    }),
  },
  {
    what: 'a link created',
    count: 300,
    expected: 201,
    plan: (harness, count) =>
      Promise.resolve({
        origin: harness.url,
        method: 'POST',
        paths: repeated(count, '/api/tokens'),
        headers: { authorization: `Bearer ${harness.clinician.bearer}` },
        body: { json: [{ patientRefId: 'BENCH-CORES' }] },
      }),
  },
  {
    what: 'a page of own links',
    count: 300,
    expected: 200,
    plan: (harness, count) => Promise.resolve(reads(harness, repeated(count, '/api/tokens?limit=50'))),
  },
  {
    what: 'a sign-in',
    count: 60,
    expected: 200,
    plan: (harness, count) => {
      const users = harness.accounts.filter(({ role }) => role === 'user');
      const json = users.map(({ email, password }) => ({ email, password }));
      const paths = repeated(count, '/api/auth/login');
      return Promise.resolve({ origin: harness.url, method: 'POST', paths, body: { json } });
    },
  },
  upload('a document of 100 KiB', 100 * 1024, 200),
  upload('a document of 1 MiB', MIB, 150),
  upload('a document of 5 MiB', 5 * MIB - 1, 60),
  {
    what: 'a document of 5 MiB read',
    count: 100,
    expected: 200,
    plan: async (harness, count) => {
      const documents = await sendDocuments(harness, harness.clinician, 4, 5 * MIB - 1);
      const files = documents.flatMap(({ file_url: url }) => (url ? [new URL(url).pathname] : []));
      return reads(
        harness,
        Array.from({ length: count }, (_, nth) => files[nth % files.length] ?? ''),
      );
    },
  },
];

export const cores: Benchmark = {
  name: 'cores',
  // Used for docs/scale.md. Excluded from a full run, which already takes a quarter of an hour.
  onlyByName: true,
  about: 'CPU time by service and user action, effects included; 8 at a time',
  measure: async (harness, options) => {
    const idle = await idleTimeOf(harness);
    const before = await auditEntries(harness);
    const metrics: Measurement[] = [];
    let auditMs = 0;
    for (const action of actions) {
      const { count, spent } = await measure(harness, idle, action, options);
      metrics.push(...metricsOf(action, count, spent));
      auditMs += spent.audit;
    }
    const entries = (await auditEntries(harness)) - before;
    return [...metrics, { what: 'one audit entry: audit service', unit: 'ms', product: [auditMs / entries] }];
  },
};

async function auditEntries({ databases }: Harness): Promise<number> {
  const { rows } = await databases.audit.query<{ n: number }>('SELECT count(*)::int AS n FROM entries');
  return rows[0]?.n ?? NaN;
}

async function measure(
  harness: Harness,
  idle: ProcessorTime,
  { count, expected, plan }: Action,
  { short }: Options,
): Promise<{ count: number; spent: ProcessorTime }> {
  const some = short ? Math.ceil(count / 4) : count;
  const asked = { ...(await plan(harness, some)), atOnce: 8 };
  const spent = await processorTimeOf(harness, idle, () => harness.load.run(asked, expected));
  return { count: some, spent };
}

const metricsOf = ({ what }: Action, count: number, spent: ProcessorTime): Measurement[] =>
  serviceNames
    .map((service) => ({ service, ms: spent[service] / count }))
    .filter(({ ms }) => ms >= PART_MS)
    .map(({ service, ms }) => ({ what: `${what}: ${service}`, unit: 'ms', product: [ms] }));
