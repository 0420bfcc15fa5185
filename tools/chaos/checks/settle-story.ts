import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Document } from '@caredrop/contracts';
import { acknowledged, inDoubt, send, type Letter, type Story } from '../people/story.ts';
import type { World } from '../world/world.ts';
import { ask } from './facts.ts';

const PATIENCE_MS = 60_000;
const final = new Set(['link_used', 'link_revoked', 'link_expired', 'link_unknown']);

/**
 * Compares the responses that a link's clients and clinician received with the data, and returns the
 * contradictions. Clients without a conclusive response repeat their request with the same key, which must
 * always lead to one.
 */
export async function settleStory(world: World, story: Story): Promise<string[]> {
  const losses = await unasked(world, story);
  for (const letter of story.letters) losses.push(...(await askAgain(world, story, letter)));
  losses.push(...(await oneDocument(world, story)));
  return losses.map((loss) => `${story.kind} link ${story.token.patient_ref_id}: ${loss}`);
}

/** Before the retries: if every upload was rejected, no document may exist. */
async function unasked(world: World, { letters, token }: Story): Promise<string[]> {
  const told = letters.some(acknowledged);
  if (told || letters.some(inDoubt)) return [];
  const rows = await documentsOf(world, token.id);
  return rows.length > 0 ? ['a document is there though every sender was refused'] : [];
}

async function askAgain({ stack }: World, story: Story, letter: Letter): Promise<string[]> {
  if (acknowledged(letter)) return [];
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const { status, code } = await send(stack.url, story, letter);
    if (status === 201 || final.has(code)) return [];
    if (Date.now() > end) return [`no answer to be had: ${String(status)} ${code}`];
    await delay(250);
  }
}

/**
 * What the document service knows about a link; `state` is null when the document does not exist (any more).
 */
interface Row {
  id: string;
  state: string | null;
}

const documentsOf = (world: World, tokenId: string): Promise<Row[]> =>
  ask<Row>(
    world,
    'document',
    `SELECT coalesce(ledger.document_id, documents.id) AS id, documents.state
     FROM ledger FULL JOIN documents ON documents.id = ledger.document_id
     WHERE coalesce(ledger.token_id, documents.token_id) = $1::uuid`,
    [tokenId],
  );

/** One confirmed upload, one document with the same bytes; or, for a revoked link, none at all. */
async function oneDocument(world: World, story: Story): Promise<string[]> {
  const rows = await documentsOf(world, story.token.id);
  const acked = story.letters.filter(acknowledged);
  if (rows.length > 1) return [`holds ${String(rows.length)} documents`];
  if (acked.length > 1) return ['was acknowledged under two keys'];
  if (story.revoked?.status === 200) {
    if (acked.length + rows.length > 0) return ['was revoked and took a document all the same'];
    return [];
  }
  const [letter] = acked;
  if (!letter) return revokedUnheard(world, story, rows);
  const [row] = rows;
  if (!row || (row.state === null && !story.deleted)) return ['LOST: acknowledged, and no document is there'];
  story.documentId = row.id;
  return readable(story, letter);
}

/** A revocation whose response was lost may have happened: only then may the link have received nothing. */
async function revokedUnheard(world: World, story: Story, rows: Row[]): Promise<string[]> {
  const [link] = await ask<{ status: string }>(
    world,
    'token',
    'SELECT status FROM tokens WHERE id = $1::uuid',
    [story.token.id],
  );
  if (story.revoked && link?.status === 'revoked' && rows.length === 0) return [];
  return [`BURNT: reads as ${link?.status ?? 'gone'} and nobody was acknowledged`];
}

async function readable(story: Story, letter: Letter): Promise<string[]> {
  const { owner, token } = story;
  const answer = await owner.token(token.id);
  if (!('data' in answer) || answer.status !== 200)
    return [`its clinician cannot see it: ${JSON.stringify(answer)}`];
  const { status, uploads } = answer.data.token;
  if (status !== 'used') return [`holds a document and reads as ${status}`];
  if (story.deleted?.status === 200) return uploads.length === 0 ? [] : ['shows a deleted document'];
  if (uploads.length !== 1)
    return story.deleted ? [] : [`LOST: its clinician sees ${String(uploads.length)} documents`];
  return compare(story, letter, uploads[0] as Document);
}

async function compare({ owner }: Story, letter: Letter, document: Document): Promise<string[]> {
  if (!document.file_url) return ['LOST: cannot be opened'];
  const bytes = await owner.download(document.file_url);
  if (typeof bytes === 'number') return [`LOST: opening it answers ${String(bytes)}`];
  const found = createHash('sha256').update(bytes).digest('hex');
  return found === letter.sha256 ? [] : ['LOST: other bytes than were acknowledged'];
}
