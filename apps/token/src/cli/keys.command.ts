import { changeKeyRing, KeyRing, recordAct, type RingChange } from '@caredrop/service-kit';
import { resealLinks } from '../keys/reseal-links.js';
import { retireKey } from '../keys/retire-key.js';
import { emitFromCommand } from './emit-from-command.js';
import { USAGE, type Command, type CommandContext, type CommandResult, type Options } from './run-command.js';

const RING = 'LINK_KEYS';

type Verb = (context: CommandContext, keyId: string | undefined, options: Options) => Promise<CommandResult>;

const verbs: Record<string, Verb> = { status, add, use, retire, rewrap };

/** `keys …`: the steps of a rotation, in the order of docs/key-rotation.md. */
export const keysCommand: Command = async (context, [verb = '', keyId], options) => {
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run) throw new Error(USAGE);
  return run(context, keyId, options);
};

const done = (text: string): CommandResult => ({ text, exitCode: 0 });

async function status({ prisma, config }: CommandContext): Promise<CommandResult> {
  const ring = new KeyRing(config.LINK_KEYS);
  const used = await prisma.token.groupBy({ by: ['linkKeyId'], _count: true, orderBy: { linkKeyId: 'asc' } });
  const ids = new Set([...ring.keyIds, ...used.map(({ linkKeyId }) => linkKeyId)]);
  const lines = [...ids].map((id) => {
    const rows = used.find(({ linkKeyId }) => linkKeyId === id)?._count ?? 0;
    const state = id === ring.currentKeyId ? 'current' : ring.key(id) ? 'old' : 'MISSING';
    return `${RING} ${id}: ${state}, ${rows} links`;
  });
  return done(lines.join('\n'));
}

function add(context: CommandContext, keyId: string | undefined): Promise<CommandResult> {
  return change(context, keyId === undefined ? { verb: 'add' } : { verb: 'add', keyId });
}

async function use(context: CommandContext, keyId: string | undefined): Promise<CommandResult> {
  return change(context, { verb: 'use', keyId: required(keyId) });
}

/** The database first: it refuses while a row needs the key, and from then on takes none under it. */
async function retire(context: CommandContext, id: string | undefined): Promise<CommandResult> {
  const keyId = required(id);
  if (keyId === new KeyRing(context.config.LINK_KEYS).currentKeyId)
    throw new Error(`Key ${keyId} is the current one: make another current first`);
  await retireKey(context.prisma, keyId);
  return change(context, { verb: 'remove', keyId });
}

async function change({ prisma, config }: CommandContext, step: RingChange): Promise<CommandResult> {
  const text = await changeKeyRing(RING, config.LINK_KEYS, step);
  await recordAct(emitFromCommand(prisma), { action: 'keys.rotate', actor: 'system', codes: [step.verb] });
  return done(text);
}

async function rewrap({ prisma, config, say }: CommandContext): Promise<CommandResult> {
  const ring = new KeyRing(config.LINK_KEYS);
  const { done: count, failed } = await resealLinks(prisma, ring, (ready, left) =>
    say(`${ready} sealed again, ${left} to go`),
  );
  await recordAct(emitFromCommand(prisma), {
    action: 'keys.rewrap',
    outcome: failed.length > 0 ? 'failed' : 'success',
    actor: 'system',
    codes: [`rewrapped.${count}`, `failed.${failed.length}`],
  });
  const lines = [`${count} links are sealed under ${ring.currentKeyId} now`];
  if (failed.length > 0) lines.push(`Cannot be opened: ${failed.length}`, ...failed.map((one) => `  ${one}`));
  return { text: lines.join('\n'), exitCode: failed.length > 0 ? 2 : 0 };
}

function required(keyId: string | undefined): string {
  if (!keyId) throw new Error(USAGE);
  return keyId;
}
