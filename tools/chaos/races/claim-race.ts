import { aPdf } from '@caredrop/testing';
import { query } from '../checks/facts.ts';
import { aSubmission, acknowledged, send, type Scenario } from '../users/scenario.ts';
import type { Harness } from '../harness/harness.ts';

const RACERS = 50;
/** Statuses that a loser may receive. */
const LOST = new Set([409, 410]);

/**
 * Fifty clients, each with its own document, use one link at the same moment, `races` times, through the
 * gateway. Returns the violations: each link must have one winner, one document, and 49 clients that were
 * rejected.
 */
export async function claimRaces(harness: Harness, races: number): Promise<string[]> {
  const losses: string[] = [];
  for (let race = 1; race <= races; race += 1) losses.push(...(await oneRace(harness, race)));
  return losses;
}

async function oneRace(harness: Harness, race: number): Promise<string[]> {
  const [owner] = harness.clinicians;
  const made = await owner?.createToken(`RACE-${String(race)}`);
  if (!owner || !made || !('data' in made)) return [`race ${String(race)}: no link could be made`];
  const { token } = made.data;
  const submissions = Array.from({ length: RACERS }, (_, n) =>
    aSubmission(aPdf({ text: `${String(race)} ${String(n)}` })),
  );
  const scenario: Scenario = { kind: 'racing', owner, token, submissions };
  const responses = await Promise.all(
    submissions.map((submission) => send(harness.stack.url, scenario, submission)),
  );
  const winners = submissions.filter(acknowledged);
  const others = responses.filter(({ status }) => status !== 201 && !LOST.has(status));
  const documents = await query(harness, 'document', 'SELECT 1 FROM documents WHERE token_id = $1::uuid', [
    token.id,
  ]);
  return [
    ...(winners.length === 1 ? [] : [`${String(winners.length)} winners`]),
    ...(documents.length === 1 ? [] : [`${String(documents.length)} documents`]),
    ...others.map(({ status, code }) => `a loser received ${String(status)} ${code}`),
  ].map((loss) => `race ${String(race)}: ${loss}`);
}
