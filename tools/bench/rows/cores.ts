import { serviceNames } from '../../stack/service-names.ts';
import type { Measured } from '../figures/figure.ts';
import type { Plan } from '../load/plan.ts';
import type { Circumstances, Row } from '../row.ts';
import { sendDocuments } from '../world/documents.ts';
import { idleTimeOf, processorTimeOf, type ProcessorTime } from '../world/processor-time.ts';
import type { World } from '../world/world.ts';

/** Something that people do: what it is called, what is asked, what is answered, how often it is done. */
interface Act {
  what: string;
  count: number;
  expected: number;
  plan: (world: World, count: number) => Promise<Omit<Plan, 'atOnce'>>;
}

/** Below that a service has no part in an act. */
const PART_MS = 0.05;
const MIB = 1024 * 1024;

const upload = (what: string, size: number, count: number): Act => ({
  what,
  count,
  expected: 201,
  plan: async (world, many) => ({
    origin: world.url,
    method: 'POST',
    paths: (await world.links(many)).map(({ value }) => `/api/upload/${value}`),
    body: { document: size, type: 'photo' },
  }),
});

const asked = (world: World, paths: string[]): Omit<Plan, 'atOnce'> => ({
  origin: world.url,
  method: 'GET',
  paths,
  headers: { authorization: `Bearer ${world.clinician.bearer}` },
});

const repeated = (count: number, path: string): string[] => Array.from({ length: count }, () => path);

const acts: Act[] = [
  {
    what: 'a look at a link',
    count: 2_000,
    expected: 200,
    plan: async (world, count) => ({
      origin: world.url,
      method: 'GET',
      paths: (await world.links(count)).map(({ value }) => `/api/tokens/validate/${value}`),
    }),
  },
  {
    what: 'a link made',
    count: 300,
    expected: 201,
    plan: (world, count) =>
      Promise.resolve({
        origin: world.url,
        method: 'POST',
        paths: repeated(count, '/api/tokens'),
        headers: { authorization: `Bearer ${world.clinician.bearer}` },
        body: { json: [{ patientRefId: 'BENCH-CORES' }] },
      }),
  },
  {
    what: 'a page of own links',
    count: 300,
    expected: 200,
    plan: (world, count) => Promise.resolve(asked(world, repeated(count, '/api/tokens?limit=50'))),
  },
  {
    what: 'a sign-in',
    count: 60,
    expected: 200,
    plan: (world, count) => {
      const people = world.accounts.filter(({ role }) => role === 'user');
      const json = people.map(({ email, password }) => ({ email, password }));
      const paths = repeated(count, '/api/auth/login');
      return Promise.resolve({ origin: world.url, method: 'POST', paths, body: { json } });
    },
  },
  upload('a document of 100 KiB', 100 * 1024, 200),
  upload('a document of 1 MiB', MIB, 150),
  upload('a document of 5 MiB', 5 * MIB - 1, 60),
  {
    what: '5 MiB read',
    count: 100,
    expected: 200,
    plan: async (world, count) => {
      const documents = await sendDocuments(world, world.clinician, 4, 5 * MIB - 1);
      const files = documents.flatMap(({ file_url: url }) => (url ? [new URL(url).pathname] : []));
      return asked(
        world,
        Array.from({ length: count }, (_, nth) => files[nth % files.length] ?? ''),
      );
    },
  },
];

export const cores: Row = {
  name: 'cores',
  // For docs/scale.md; the other rows need the quarter of an hour that a whole run may take.
  byName: true,
  about: 'processor time by service for what people do, all that it sets off included; 8 at a time',
  onWorld: async (world, circumstances) => {
    const idle = await idleTimeOf(world);
    const before = await auditEntries(world);
    const figures: Measured[] = [];
    let auditMs = 0;
    for (const act of acts) {
      const { count, spent } = await measure(world, idle, act, circumstances);
      figures.push(...figuresOf(act, count, spent));
      auditMs += spent.audit;
    }
    const entries = (await auditEntries(world)) - before;
    return [...figures, { what: 'one entry of the audit: audit', unit: 'ms', ours: [auditMs / entries] }];
  },
};

async function auditEntries({ databases }: World): Promise<number> {
  const { rows } = await databases.audit.query<{ n: number }>('SELECT count(*)::int AS n FROM entries');
  return rows[0]?.n ?? NaN;
}

async function measure(
  world: World,
  idle: ProcessorTime,
  { count, expected, plan }: Act,
  { short }: Circumstances,
): Promise<{ count: number; spent: ProcessorTime }> {
  const some = short ? Math.ceil(count / 4) : count;
  const asked = { ...(await plan(world, some)), atOnce: 8 };
  const spent = await processorTimeOf(world, idle, () => world.load.run(asked, expected));
  return { count: some, spent };
}

const figuresOf = ({ what }: Act, count: number, spent: ProcessorTime): Measured[] =>
  serviceNames
    .map((service) => ({ service, ms: spent[service] / count }))
    .filter(({ ms }) => ms >= PART_MS)
    .map(({ service, ms }) => ({ what: `${what}: ${service}`, unit: 'ms', ours: [ms] }));
