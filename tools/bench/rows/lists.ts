import { atMost, ratioAtMost, type Measured } from '../figures/figure.ts';
import { median } from '../figures/statistics.ts';
import { startLimit } from '../limits/start-limit.ts';
import { p } from '../load/load.ts';
import type { Outcome, Plan } from '../load/plan.ts';
import { alternate, times, type Circumstances, type Row } from '../row.ts';
import { readsOf, type Reads } from '../world/reads.ts';
import { clearOut, fillUp } from '../world/volume.ts';
import type { World } from '../world/world.ts';
import { workAtSize } from './work-at-size.ts';

/** A page as the SPA asks for it. */
const PAGE = 50;

interface List {
  what: string;
  /** Query besides `limit`. */
  path: string;
  as: 'clinician' | 'admin';
  /** The same rows by `pg`, without counts; `$1` is the clinician where it is named. */
  limit?: { database: 'token' | 'document'; where: string; ofClinician?: boolean };
}

const lists: List[] = [
  {
    what: 'own links',
    path: '/api/tokens',
    as: 'clinician',
    limit: { database: 'token', where: 'owner_id = $1', ofClinician: true },
  },
  {
    what: 'own documents',
    path: '/api/documents',
    as: 'clinician',
    limit: { database: 'document', where: 'owner_id = $1', ofClinician: true },
  },
  {
    what: 'monitor',
    path: '/api/admin/tokens/monitor',
    as: 'admin',
    limit: { database: 'token', where: 'true' },
  },
  { what: 'monitor: active', path: '/api/admin/tokens/monitor?status=active', as: 'admin' },
  { what: 'monitor: used', path: '/api/admin/tokens/monitor?status=used', as: 'admin' },
  { what: 'monitor: ends this week', path: '/api/admin/tokens/monitor?expiryRange=week', as: 'admin' },
  { what: 'monitor: one clinician', path: '/api/admin/tokens/monitor?userId=CLINICIAN', as: 'admin' },
  { what: 'monitor: search, few found', path: '/api/admin/tokens/monitor?search=PT-100', as: 'admin' },
  {
    what: 'all documents',
    path: '/api/admin/documents',
    as: 'admin',
    limit: { database: 'document', where: `state <> 'rejected'` },
  },
  { what: 'all documents: pictures', path: '/api/admin/documents?fileType=image', as: 'admin' },
  { what: 'all documents: this week', path: '/api/admin/documents?dateRange=week', as: 'admin' },
  { what: 'all documents: one clinician', path: '/api/admin/documents?userId=CLINICIAN', as: 'admin' },
  { what: 'all documents: search', path: '/api/admin/documents?patientRefId=PT-100', as: 'admin' },
];

/** Finds a sixth of all links: by itself, since Postgres rightly reads the whole table for it. */
const broadSearch: List = {
  what: 'monitor: search, many found',
  path: '/api/admin/tokens/monitor?search=ORTHO',
  as: 'admin',
};

/** The last row: what it fills in stays, and nobody can open it. */
export const listsRow: Row = {
  name: 'lists',
  about: `pages of ${String(PAGE)}, one at a time, their counts included, against the same rows by Fastify and pg without counts`,
  onWorld: (world, circumstances) =>
    growth(world, circumstances.short ? [20_000, 200_000] : [200_000, 2_000_000], circumstances),
};

/** Each list at each size, and how its p95 grew with ten times the rows. */
async function growth(world: World, sizes: number[], circumstances: Circumstances): Promise<Measured[]> {
  const figures: Measured[] = [];
  const before = new Map<string, number[]>();
  const measure = async (list: List, size: number): Promise<void> => {
    const figure = await atSize(world, list, size, circumstances);
    figures.push(figure, ...grown(list.what, size, figure.ours, before.get(list.what)));
    before.set(list.what, figure.ours);
  };
  await clearOut(world);
  for (const size of sizes) {
    circumstances.say(`  filling up to ${String(size)} links and documents`);
    await fillUp(world, size);
    const untouched = await readsOf(world);
    for (const list of lists) await measure(list, size);
    figures.push(indexes(size, await readsOf(world), untouched));
    await measure(broadSearch, size);
    for (const { what, ours } of await workAtSize(world, circumstances)) {
      figures.push(
        { what: `${what}, ${short(size)}: p50`, unit: 'ms', ours },
        ...grown(what, size, ours, before.get(what)),
      );
      before.set(what, ours);
    }
    if (size === sizes[0]) figures.push(await whole(world, size, circumstances));
  }
  return figures;
}

/** By what Postgres counted of the product's own statements: which indexes were read, and whether a table ever was. */
function indexes(size: number, now: Reads, before: Reads): Measured {
  const used = [...now.indexes].filter(([name, scans]) => scans > (before.indexes.get(name) ?? 0));
  const names = used.map(([name]) => name).sort();
  return {
    what: `all but the broad search, ${short(size)}: tables read from end to end`,
    unit: '',
    ours: [now.tables - before.tables],
    goals: [atMost(0)],
    note: `index: ${names.join(', ')}`,
  };
}

/** The goal for two million rows: ten times the years of the same clinic. */
function grown(what: string, size: number, now: number[], before: number[] | undefined): Measured[] {
  if (!before) return [];
  const judged = size >= 2_000_000 ? { goals: [ratioAtMost(1.5)] } : {};
  const note = 'growth: "limit" is the same figure at a tenth of the rows';
  return [
    {
      what: `${what}, ${short(size)}: growth`,
      unit: 'ms',
      ours: [median(now)],
      limit: [median(before)],
      ...judged,
      note,
    },
  ];
}

async function atSize(
  world: World,
  list: List,
  size: number,
  { short: quick }: Circumstances,
): Promise<Measured> {
  const plan = planOf(world, list, quick ? 400 : 700);
  const runs = quick ? 1 : 2;
  const p95 = (outcome: Outcome): number => p(0.95, outcome);
  const figure = {
    what: `${list.what}, ${short(size)}: p95`,
    unit: 'ms',
    ...(size >= 200_000 && size < 2_000_000 && { goals: [atMost(30)] }),
  } as const;
  await world.load.run({ ...plan, forMs: 200 }, 200);
  if (!list.limit) {
    const ours = await times(runs, () => world.load.run(plan, 200));
    return { ...figure, ours: ours.map(p95) };
  }
  const { database } = list.limit;
  const query = JSON.stringify(queryOf(list.limit, world.clinician.id));
  const bare = await startLimit('query', world.stack.databases[database], query);
  try {
    const { ours, limit } = await alternate(
      runs,
      () => world.load.run(plan, 200),
      () => world.load.run({ ...plan, origin: bare.url, paths: ['/'] }, 200),
    );
    return { ...figure, ours: ours.map(p95), limit: limit.map(p95) };
  } finally {
    await bare.stop();
  }
}

function planOf(world: World, { path, as }: List, forMs: number): Plan {
  const asked = path.replace('CLINICIAN', world.clinician.id);
  const paths = [`${asked}${asked.includes('?') ? '&' : '?'}limit=${String(PAGE)}`];
  const headers = { authorization: `Bearer ${world[as].bearer}` };
  return { origin: world.url, method: 'GET', paths, headers, atOnce: 1, forMs };
}

function queryOf({ database, where, ofClinician }: NonNullable<List['limit']>, clinicianId: string) {
  const table = database === 'token' ? 'tokens' : 'documents';
  return {
    text: `SELECT * FROM ${table} WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ${String(PAGE + 1)}`,
    values: ofClinician ? [clinicianId] : [],
  };
}

/** All of a clinician's documents at once, as a client without pages asks for them. */
async function whole(world: World, size: number, { short: quick }: Circumstances): Promise<Measured> {
  const headers = { authorization: `Bearer ${world.clinician.bearer}` };
  const plan: Plan = { origin: world.url, method: 'GET', paths: ['/api/documents'], headers, atOnce: 1 };
  const outcomes = await times(quick ? 1 : 3, () => world.load.run(plan, 200));
  return {
    what: `own documents, ${short(size)}: all ${short(size / 20)} without a limit`,
    unit: 'ms',
    ours: outcomes.map((outcome) => p(0.5, outcome)),
  };
}

const short = (rows: number): string => rows.toLocaleString('en-GB');
