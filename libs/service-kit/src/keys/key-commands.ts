import type { AuditEvent } from '../audit/record-audit-event.js';
import {
  command,
  said,
  WrongUsage,
  type CommandResult,
  type Commands,
  type Env,
} from '../command/command.js';
import { changeKeyRing, readSetting, type RingChange } from '../crypto/change-key-ring.js';
import { removeKey } from '../crypto/edit-key-ring.js';
import type { KeyRingFile } from '../crypto/key-ring-file.js';
import type { KeyRingSettings } from '../crypto/key-ring-settings.js';
import { KeyRing } from '../crypto/key-ring.js';
import { retiredKeys, retireKey } from './retire-key.js';
import { rewrapRows, type Rewrap } from './rewrap-rows.js';
import type { SealedRows, SqlTransactions } from './sealed-rows.js';

/** Rows in the database that are sealed with a ring's keys. */
interface RowsOfRing {
  rows: SealedRows;
  keys: Rewrap & { opens(keyId: string): boolean };
  /** Printed after the number of resealed rows, for example `links are sealed`. */
  done: string;
  /** Further rows that are sealed under the same keys. */
  more?: { rows: SealedRows; keys: Rewrap }[];
}

/** A ring in a service's configuration; the service's first ring is the default. */
interface HeldRing {
  setting: KeyRingSettings | KeyRingFile;
  /**
   * Undefined when nothing is stored under the ring. Its keys can then be removed when they are no longer in
   * use.
   */
  sealed?: RowsOfRing;
}

/** Dependencies of the commands, opened for one command and closed after it. */
export interface KeyHolder {
  database: SqlTransactions;
  rings: Record<string, HeldRing>;
  record: (event: AuditEvent) => Promise<void>;
}

type WithHolder = (
  env: Env | undefined,
  work: (holder: KeyHolder) => Promise<CommandResult>,
) => Promise<CommandResult>;

const ring = { ring: { type: 'string' } } as const;

/**
 * The `keys …` commands: the steps of a rotation, in the order of docs/key-rotation.md. `names`: the
 * service's rings.
 */
export function keyCommands(names: string[], withHolder: WithHolder): Commands {
  const which = names.length > 1 ? ` [--ring ${names.join('|')}]` : '';
  const change = (
    step: (keyId: string | undefined) => RingChange,
    code: string,
    usage: string,
    about: string,
  ) =>
    command({
      usage: `${usage}${which}`,
      about,
      options: ring,
      run: ({ words: [keyId], options, env }) =>
        withHolder(env, (holder) => changeRing(holder, options.ring, step(keyId), code)),
    });
  return {
    'keys status': command({
      about: 'Lists every key and how many rows need it.',
      run: ({ env }) => withHolder(env, status),
    }),
    'keys add': change(
      (keyId) => (keyId === undefined ? { verb: 'add' } : { verb: 'add', keyId }),
      'add',
      '[<key>]',
      'Adds a new key to the ring; the current key does not change. For the order of the steps and the waits between them, see docs/key-rotation.md.',
    ),
    'keys use': change(
      (keyId) => ({ verb: 'use', keyId: required(keyId) }),
      'use',
      '<key>',
      'Makes a key the current one.',
    ),
    'keys rewrap': command({
      usage: which.trim(),
      about:
        'Seals every row under the current key, while the services run. Exits with 2 if a row cannot be opened.',
      options: ring,
      run: ({ options, env, say }) => withHolder(env, (holder) => rewrap(holder, options.ring, say)),
    }),
    'keys retire': command({
      usage: `<key>${which}`,
      about: 'Removes an old key; refuses while a row needs it.',
      options: ring,
      run: ({ words: [keyId], options, env }) =>
        withHolder(env, (holder) => retire(holder, options.ring, required(keyId))),
    }),
  };
}

async function status({ database, rings }: KeyHolder): Promise<CommandResult> {
  const lines: string[] = [];
  for (const [name, { setting, sealed }] of Object.entries(rings)) {
    const held = new KeyRing(setting);
    const current = sealed?.keys.currentKeyId ?? held.currentKeyId;
    const used = await Promise.all(
      kindsOf(sealed).map(async ({ rows }) => ({ ...rows, count: await rowsByKey(database, rows) })),
    );
    for (const id of new Set([...held.keyIds, ...used.flatMap(({ count }) => [...count.keys()])])) {
      const opens = sealed ? sealed.keys.opens(id) : held.key(id) !== undefined;
      const state = id === current ? 'current' : opens ? 'old' : 'MISSING';
      const rows = used
        .map(({ count, what }, at) => ({ n: count.get(id) ?? 0, what, always: at === 0 }))
        .filter(({ n, always }) => always || n > 0)
        .map(({ n, what }) => `, ${String(n)} ${what}`);
      lines.push(`${name} ${id}: ${state}${rows.join('')}`);
    }
  }
  return said(lines.join('\n'));
}

const kindsOf = (sealed: RowsOfRing | undefined) => (sealed ? [sealed, ...(sealed.more ?? [])] : []);

async function rowsByKey(
  database: SqlTransactions,
  { table, keyId }: SealedRows,
): Promise<Map<string, number>> {
  const rows = await database.$queryRawUnsafe<{ id: string; count: number }[]>(
    `SELECT ${keyId} AS id, count(*)::int AS count FROM ${table} WHERE ${keyId} IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function changeRing(
  { database, rings, record }: KeyHolder,
  named: string | undefined,
  step: RingChange,
  code: string,
): Promise<CommandResult> {
  const [name, { setting, sealed }] = ringOf(rings, named);
  const text = await changeKeyRing(name, setting, step, sealed && (await retiredKeys(database)));
  await record({ action: 'keys.rotate', actor: 'system', codes: [code] });
  return said(text);
}

/**
 * Retires the key in the database, then removes it from the ring. Retiring throws while a row needs the key; afterwards
 * no row can be stored under it. It cannot be undone, so a key that cannot be removed from the ring is rejected first.
 */
async function retire(holder: KeyHolder, named: string | undefined, keyId: string): Promise<CommandResult> {
  const [, { setting, sealed }] = ringOf(holder.rings, named);
  removeKey(readSetting(setting), keyId);
  const kinds = kindsOf(sealed).map(({ rows }) => rows);
  if (sealed) await retireKey(holder.database, kinds, keyId);
  return changeRing(holder, named, { verb: 'remove', keyId }, 'retire');
}

async function rewrap(
  holder: KeyHolder,
  named: string | undefined,
  say: (line: string) => void,
): Promise<CommandResult> {
  const [name, { sealed }] = ringOf(holder.rings, named);
  if (!sealed) throw new Error(`Nothing is encrypted under ${name}: there is nothing to re-encrypt`);
  const { keys, done } = sealed;
  let count = 0;
  const failed: string[] = [];
  for (const kind of kindsOf(sealed)) {
    const one = await rewrapRows(holder.database, kind.rows, kind.keys, (ready, left) => {
      say(`${String(ready)} re-encrypted, ${String(left)} left`);
    });
    if (kind === sealed) count = one.done;
    failed.push(...one.failed);
  }
  await holder.record({
    action: 'keys.rewrap',
    outcome: failed.length > 0 ? 'failed' : 'success',
    actor: 'system',
    codes: [`rewrapped.${String(count)}`, `failed.${String(failed.length)}`],
  });
  const lines = [`${String(count)} ${done} under ${keys.currentKeyId} now`];
  if (failed.length > 0)
    lines.push(`Cannot be opened: ${String(failed.length)}`, ...failed.map((one) => `  ${one}`));
  return said(lines.join('\n'), failed.length > 0 ? 2 : 0);
}

function ringOf(rings: KeyHolder['rings'], named: string | undefined): [string, HeldRing] {
  const name = named ?? Object.keys(rings)[0] ?? '';
  const held = Object.hasOwn(rings, name) ? rings[name] : undefined;
  if (!held) throw new WrongUsage(`Unknown key ring: ${name}`);
  return [name, held];
}

function required(keyId: string | undefined): string {
  if (!keyId) throw new WrongUsage();
  return keyId;
}
