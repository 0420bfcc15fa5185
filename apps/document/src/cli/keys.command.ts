import { changeKeyRing, KeyRing, recordAct } from '@caredrop/service-kit';
import { retireKey } from '../keys/retire-key.js';
import { rewrapDocuments } from '../keys/rewrap-documents.js';
import { emitFromCommand } from './emit-from-command.js';
import { USAGE, type Command, type CommandContext, type CommandResult, type Options } from './run-command.js';

type Verb = (context: CommandContext, keyId: string | undefined, options: Options) => Promise<CommandResult>;

const verbs: Record<string, Verb> = { status, add, use, retire, rewrap };

/** `keys …`: the steps of a rotation, in the order of docs/key-rotation.md. */
export const keysCommand: Command = async (context, [verb = '', keyId], options) => {
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run) throw new Error(USAGE);
  return run(context, keyId, options);
};

const done = (text: string): CommandResult => ({ text, exitCode: 0 });

async function status({ prisma, config, keys }: CommandContext): Promise<CommandResult> {
  const used = await prisma.document.groupBy({
    by: ['keyId'],
    where: { keyId: { not: null } },
    _count: true,
    orderBy: { keyId: 'asc' },
  });
  const ids = new Set([...new KeyRing(config.KEK_KEYS).keyIds, ...used.flatMap(({ keyId }) => keyId ?? [])]);
  const lines = [...ids].map((id) => {
    const rows = used.find(({ keyId }) => keyId === id)?._count ?? 0;
    const state = id === keys.currentKeyId ? 'current' : keys.opens(id) ? 'old' : 'MISSING';
    return `KEK_KEYS ${id}: ${state}, ${rows} documents`;
  });
  const urls = new KeyRing(config.FILE_URL_KEYS);
  for (const id of urls.keyIds)
    lines.push(`FILE_URL_KEYS ${id}: ${id === urls.currentKeyId ? 'current' : 'old'}`);
  return done(lines.join('\n'));
}

async function add({ prisma, config }: CommandContext, keyId: string | undefined, { ring }: Options) {
  const change = keyId === undefined ? { verb: 'add' as const } : { verb: 'add' as const, keyId };
  const text = await changeKeyRing(...ringOf(config, ring), change);
  await audit(prisma, 'add');
  return done(text);
}

async function use({ prisma, config }: CommandContext, keyId: string | undefined, { ring }: Options) {
  const text = await changeKeyRing(...ringOf(config, ring), { verb: 'use', keyId: required(keyId) });
  await audit(prisma, 'use');
  return done(text);
}

/** The database first: it refuses while a row needs the key, and from then on takes none under it. */
async function retire({ prisma, config, keys }: CommandContext, id: string | undefined, { ring }: Options) {
  const keyId = required(id);
  const [name, settings] = ringOf(config, ring);
  if (name === 'KEK_KEYS') {
    if (keyId === keys.currentKeyId)
      throw new Error(`Key ${keyId} is the current one: make another current first`);
    await retireKey(prisma, keyId);
  }
  const text = await changeKeyRing(name, settings, { verb: 'remove', keyId });
  await audit(prisma, 'retire');
  return done(text);
}

async function rewrap({ prisma, keys, say }: CommandContext): Promise<CommandResult> {
  const { done: count, failed } = await rewrapDocuments(prisma, keys, (ready, left) =>
    say(`${ready} rewrapped, ${left} to go`),
  );
  await recordAct(emitFromCommand(prisma), {
    action: 'keys.rewrap',
    outcome: failed.length > 0 ? 'failed' : 'success',
    actor: 'system',
    codes: [`rewrapped.${count}`, `failed.${failed.length}`],
  });
  const lines = [`${count} data keys are wrapped under ${keys.currentKeyId} now`];
  if (failed.length > 0) lines.push(`Cannot be opened: ${failed.length}`, ...failed.map((id) => `  ${id}`));
  return { text: lines.join('\n'), exitCode: failed.length > 0 ? 2 : 0 };
}

function ringOf(config: CommandContext['config'], name = 'KEK_KEYS') {
  if (name !== 'KEK_KEYS' && name !== 'FILE_URL_KEYS') throw new Error(`There is no ring ${name} here`);
  return [name, config[name]] as const;
}

function required(keyId: string | undefined): string {
  if (!keyId) throw new Error(USAGE);
  return keyId;
}

const audit = (prisma: CommandContext['prisma'], step: string) =>
  recordAct(emitFromCommand(prisma), { action: 'keys.rotate', actor: 'system', codes: [step] });
