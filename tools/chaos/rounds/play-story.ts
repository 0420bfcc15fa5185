import { setTimeout as delay } from 'node:timers/promises';
import { acknowledged, send, type Letter, type Story } from '../people/story.ts';
import type { Random } from '../faults/random.ts';
import type { World } from '../world/world.ts';

/** Aborted when the fault has struck, and when the round is over. */
export interface Cues {
  struck: Promise<void>;
  random: Random;
}

/** How often and for how long a patient client retries. */
const TRIES = 40;
const PAUSE_MS = 250;
/** How long a client that stops halfway waits for the fault. */
const HALFWAY_MS = 4_000;

/** Plays every client of one link until they succeed or give up. */
export async function playStory(world: World, story: Story, cues: Cues): Promise<void> {
  const { url } = world.stack;
  const [first] = story.letters;
  if (!first) return;
  switch (story.kind) {
    case 'impatient':
      await send(url, story, first);
      return;
    case 'double':
      await Promise.all([persist(url, story, first), persist(url, story, first)]);
      return;
    case 'racing':
      await Promise.all(story.letters.map((letter) => persist(url, story, letter)));
      return;
    case 'halfway':
      await send(url, story, first, { halfway: () => Promise.race([cues.struck, delay(HALFWAY_MS)]) });
      return persist(url, story, first);
    case 'vanishing':
      await send(url, story, first, { vanish: true });
      return persist(url, story, first);
    case 'changed':
      await send(url, story, first);
      for (const letter of story.letters.slice(1)) await persist(url, story, letter);
      return;
    case 'revoked':
      await Promise.all([persist(url, story, first), revoke(story, cues.random.below(400))]);
      return;
    case 'deleted':
      await persist(url, story, first);
      return remove(story);
    case 'texted':
      await text(story, cues.random);
      return persist(url, story, first);
    default:
      return persist(url, story, first);
  }
}

/** Like the patient's page: repeats with the same key until there is a response. */
async function persist(url: string, story: Story, letter: Letter): Promise<void> {
  for (let tried = 1; tried <= TRIES && !acknowledged(letter); tried += 1) {
    const { status, code } = await send(url, story, letter);
    if (status === 201 || status === 410) return;
    if (status >= 400 && status < 500 && status !== 408 && status !== 409)
      throw new Error(`${story.token.patient_ref_id}: refused with ${String(status)} ${code}`);
    await delay(PAUSE_MS);
  }
}

async function revoke(story: Story, afterMs: number): Promise<void> {
  await delay(afterMs);
  const { status } = await story.owner.revoke(story.token.id);
  story.revoked = { status };
}

async function remove(story: Story): Promise<void> {
  const answer = await story.owner.token(story.token.id);
  const [document] = 'data' in answer && answer.status === 200 ? answer.data.token.uploads : [];
  if (!document) return; // not visible right now: then it is not deleted
  const { status } = await story.owner.deleteDocument(document.id);
  story.deleted = { status };
}

async function text(story: Story, random: Random): Promise<void> {
  const phoneNumber = `07700900${String(random.below(1_000)).padStart(3, '0')}`;
  const { status } = await story.owner.sendSms(story.token.id, phoneNumber);
  story.texted = { status, phoneNumber };
}
