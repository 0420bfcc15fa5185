import { aPdf } from '@caredrop/testing';
import { ask } from '../checks/facts.ts';
import { aLetter, acknowledged, send, type Story } from '../people/story.ts';
import type { World } from '../world/world.ts';

const RACERS = 50;
/** Responses a loser may get. */
const LOST = new Set([409, 410]);

/**
 * Fifty clients, each with its own document, use one link at the same moment, `races` times, through the
 * gateway. Returns the violations: each link must have one winner, one document, and 49 clients that were
 * told so.
 */
export async function claimRaces(world: World, races: number): Promise<string[]> {
  const losses: string[] = [];
  for (let race = 1; race <= races; race += 1) losses.push(...(await oneRace(world, race)));
  return losses;
}

async function oneRace(world: World, race: number): Promise<string[]> {
  const [owner] = world.clinicians;
  const made = await owner?.createToken(`RACE-${String(race)}`);
  if (!owner || !made || !('data' in made)) return [`race ${String(race)}: no link could be made`];
  const { token } = made.data;
  const letters = Array.from({ length: RACERS }, (_, n) =>
    aLetter(aPdf({ text: `${String(race)} ${String(n)}` })),
  );
  const story: Story = { kind: 'racing', owner, token, letters };
  const told = await Promise.all(letters.map((letter) => send(world.stack.url, story, letter)));
  const winners = letters.filter(acknowledged);
  const others = told.filter(({ status }) => status !== 201 && !LOST.has(status));
  const documents = await ask(world, 'document', 'SELECT 1 FROM documents WHERE token_id = $1::uuid', [
    token.id,
  ]);
  return [
    ...(winners.length === 1 ? [] : [`${String(winners.length)} winners`]),
    ...(documents.length === 1 ? [] : [`${String(documents.length)} documents`]),
    ...others.map(({ status, code }) => `a loser was told ${String(status)} ${code}`),
  ].map((loss) => `race ${String(race)}: ${loss}`);
}
