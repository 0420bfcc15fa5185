import { setTimeout as delay } from 'node:timers/promises';
import type { Token } from '@caredrop/contracts';
import { aPdf } from '@caredrop/testing';
import type { Random } from '@caredrop/testing/fuzz';
import type { ClinicianClient } from '../users/clinician-client.ts';
import { aSubmission, type Submission, type Scenario } from '../users/scenario.ts';
import type { Harness } from '../harness/harness.ts';

/** How the clients of one link behave. */
type Kind =
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
const SUBMISSIONS: Partial<Record<Kind, number>> = { racing: 3, changed: 2 };
const PER_ROUND = 6;

/** What the round's faults need in order to strike. */
export interface Wanted {
  /** Mostly clients that stop halfway, so that the fault affects one of them. */
  halfway: boolean;
}

/** Creates the links of one round, before its faults are injected. */
export async function planScenarios(
  harness: Harness,
  random: Random,
  round: number,
  { halfway }: Wanted,
): Promise<Scenario[]> {
  const kinds: Kind[] = halfway
    ? ['halfway', 'halfway', 'texted']
    : ['plain', 'texted', ...random.shuffled(usual).slice(0, PER_ROUND - 2)];
  return Promise.all(
    kinds.map(async (kind, index) => {
      const owner = random.pick(harness.clinicians);
      const token = await newLink(owner, `R${String(round)}-${String(index)}-${kind}`);
      const count = SUBMISSIONS[kind] ?? 1;
      const submissions = Array.from({ length: count }, (_, n) =>
        submission(random, `${token.patient_ref_id} ${String(n)}`),
      );
      return { kind, owner, token, submissions };
    }),
  );
}

async function newLink(owner: ClinicianClient, reference: string): Promise<Token> {
  for (let tried = 1; ; tried += 1) {
    const result = await owner.createToken(reference);
    if ('data' in result && result.status === 201) return result.data.token;
    if (tried === 20) throw new Error(`A link could not be created: ${JSON.stringify(result)}`);
    await delay(250);
  }
}

/** Most documents are small; some are large enough to take a while. */
function submission(random: Random, text: string): Submission {
  const bytes = random.int(4) === 0 ? 3_000_000 + random.int(2_000_000) : 2_000 + random.int(200_000);
  return aSubmission(aPdf({ text, bytes }));
}
