import { setTimeout as delay } from 'node:timers/promises';
import type { Token } from '@caredrop/contracts';
import { aPdf } from '@caredrop/testing';
import type { Random } from '../faults/random.ts';
import type { Staff } from '../people/staff.ts';
import { aLetter, type Letter, type Story } from '../people/story.ts';
import type { World } from '../world/world.ts';

/** How the clients of one link behave. */
export type Kind =
  | 'plain'
  | 'impatient'
  | 'double'
  | 'racing'
  | 'halfway'
  | 'vanishing'
  | 'changed'
  | 'revoked'
  | 'deleted'
  | 'texted';

const usual: Kind[] = [
  'plain',
  'impatient',
  'double',
  'racing',
  'vanishing',
  'changed',
  'revoked',
  'deleted',
];
const LETTERS: Partial<Record<Kind, number>> = { racing: 3, changed: 2 };
const PER_ROUND = 6;

/** The requirements for the round's faults to strike. */
export interface Wanted {
  /** Only clients that stop halfway, so that the fault hits one of them. */
  halfway: boolean;
}

/** Creates the links of one round while everything works. */
export async function planStories(
  world: World,
  random: Random,
  round: number,
  { halfway }: Wanted,
): Promise<Story[]> {
  const kinds: Kind[] = halfway
    ? ['halfway', 'halfway', 'texted']
    : ['plain', 'texted', ...random.shuffled(usual).slice(0, PER_ROUND - 2)];
  return Promise.all(
    kinds.map(async (kind, index) => {
      const owner = random.pick(world.clinicians);
      const token = await newLink(owner, `R${String(round)}-${String(index)}-${kind}`);
      const count = LETTERS[kind] ?? 1;
      const letters = Array.from({ length: count }, (_, n) =>
        letter(random, `${token.patient_ref_id} ${String(n)}`),
      );
      return { kind, owner, token, letters };
    }),
  );
}

async function newLink(owner: Staff, reference: string): Promise<Token> {
  for (let tried = 1; ; tried += 1) {
    const answer = await owner.createToken(reference);
    if ('data' in answer && answer.status === 201) return answer.data.token;
    if (tried === 20) throw new Error(`A link could not be made: ${JSON.stringify(answer)}`);
    await delay(250);
  }
}

/** Most are small; some large enough to take a while. */
function letter(random: Random, text: string): Letter {
  const bytes = random.below(4) === 0 ? 3_000_000 + random.below(2_000_000) : 2_000 + random.below(200_000);
  return aLetter(aPdf({ text, bytes }));
}
