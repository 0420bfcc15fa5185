import { setTimeout as delay } from 'node:timers/promises';
import { acknowledged, send, type Submission, type Scenario } from '../users/scenario.ts';
import type { Random } from '@caredrop/testing/fuzz';
import type { Harness } from '../harness/harness.ts';

/** What the clients of a round share; `struck` resolves when the first fault has struck. */
export interface Cues {
  struck: Promise<void>;
  random: Random;
}

/** How often a persistent client tries, and the pause after each try. */
const TRIES = 40;
const PAUSE_MS = 250;
/** How long a client that stops halfway waits for the fault. */
const HALFWAY_MS = 4_000;

/** Runs every client of one link until they succeed or give up. */
export async function runScenario(harness: Harness, scenario: Scenario, cues: Cues): Promise<void> {
  const { url } = harness.stack;
  const [first] = scenario.submissions;
  if (!first) return;
  switch (scenario.kind) {
    case 'impatient':
      await send(url, scenario, first);
      return;
    case 'double':
      await Promise.all([persist(url, scenario, first), persist(url, scenario, first)]);
      return;
    case 'racing':
      await Promise.all(scenario.submissions.map((submission) => persist(url, scenario, submission)));
      return;
    case 'halfway':
      await send(url, scenario, first, { halfway: () => Promise.race([cues.struck, delay(HALFWAY_MS)]) });
      return persist(url, scenario, first);
    case 'vanishing':
      await send(url, scenario, first, { vanish: true });
      return persist(url, scenario, first);
    case 'changed':
      await send(url, scenario, first);
      for (const submission of scenario.submissions.slice(1)) await persist(url, scenario, submission);
      return;
    case 'revoked':
      await Promise.all([persist(url, scenario, first), revoke(scenario, cues.random.int(400))]);
      return;
    case 'deleted':
      await persist(url, scenario, first);
      return remove(scenario);
    case 'texted':
      await text(scenario, cues.random);
      return persist(url, scenario, first);
    default:
      return persist(url, scenario, first);
  }
}

/** Like the patient's page: retries with the same key until the upload is accepted or the link has ended. */
async function persist(url: string, scenario: Scenario, submission: Submission): Promise<void> {
  for (let tried = 1; tried <= TRIES && !acknowledged(submission); tried += 1) {
    const { status, code } = await send(url, scenario, submission);
    if (status === 201 || status === 410) return;
    if (status >= 400 && status < 500 && status !== 408 && status !== 409)
      throw new Error(`${scenario.token.patient_ref_id}: rejected with ${String(status)} ${code}`);
    await delay(PAUSE_MS);
  }
}

async function revoke(scenario: Scenario, afterMs: number): Promise<void> {
  await delay(afterMs);
  const { status } = await scenario.owner.revoke(scenario.token.id);
  scenario.revoked = { status };
}

async function remove(scenario: Scenario): Promise<void> {
  const result = await scenario.owner.token(scenario.token.id);
  const [document] = 'data' in result && result.status === 200 ? result.data.token.uploads : [];
  if (!document) return; // Not visible at the moment, so there is nothing to delete.
  const { status } = await scenario.owner.deleteDocument(document.id);
  scenario.deleted = { status };
}

async function text(scenario: Scenario, random: Random): Promise<void> {
  const phoneNumber = `07700900${String(random.int(1_000)).padStart(3, '0')}`;
  const { status } = await scenario.owner.sendSms(scenario.token.id, phoneNumber);
  scenario.texted = { status, phoneNumber };
}
