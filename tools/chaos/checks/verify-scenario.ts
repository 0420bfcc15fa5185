import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Document } from '@caredrop/contracts';
import { acknowledged, inDoubt, send, type Submission, type Scenario } from '../users/scenario.ts';
import type { Harness } from '../harness/harness.ts';
import { query } from './facts.ts';

const TIMEOUT_MS = 60_000;
const final = new Set(['link_used', 'link_revoked', 'link_expired', 'link_unknown']);

/**
 * Compares the responses that a link's clients and clinician received with the data, and returns the
 * contradictions. Clients whose upload was not acknowledged repeat it with the same key, which must lead to a
 * definite response.
 */
export async function verifyScenario(harness: Harness, scenario: Scenario): Promise<string[]> {
  const losses = await checkRejected(harness, scenario);
  for (const submission of scenario.submissions)
    losses.push(...(await retryUntilDefinite(harness, scenario, submission)));
  losses.push(...(await oneDocument(harness, scenario)));
  return losses.map((loss) => `${scenario.kind} link ${scenario.token.patient_ref_id}: ${loss}`);
}

/** Before the retries: if every upload was rejected, no document may exist. */
async function checkRejected(harness: Harness, { submissions, token }: Scenario): Promise<string[]> {
  const anyAcknowledged = submissions.some(acknowledged);
  if (anyAcknowledged || submissions.some(inDoubt)) return [];
  const rows = await documentsOf(harness, token.id);
  return rows.length > 0 ? ['a document exists although every upload was rejected'] : [];
}

async function retryUntilDefinite(
  { stack }: Harness,
  scenario: Scenario,
  submission: Submission,
): Promise<string[]> {
  if (acknowledged(submission)) return [];
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { status, code } = await send(stack.url, scenario, submission);
    if (status === 201 || final.has(code)) return [];
    if (Date.now() > end) return [`no definite response: ${String(status)} ${code}`];
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

const documentsOf = (harness: Harness, tokenId: string): Promise<Row[]> =>
  query<Row>(
    harness,
    'document',
    `SELECT coalesce(ledger.document_id, documents.id) AS id, documents.state
     FROM ledger FULL JOIN documents ON documents.id = ledger.document_id
     WHERE coalesce(ledger.token_id, documents.token_id) = $1::uuid`,
    [tokenId],
  );

/** Expects one acknowledged upload and one document with the same bytes; or, for a revoked link, neither. */
async function oneDocument(harness: Harness, scenario: Scenario): Promise<string[]> {
  const rows = await documentsOf(harness, scenario.token.id);
  const acked = scenario.submissions.filter(acknowledged);
  if (rows.length > 1) return [`holds ${String(rows.length)} documents`];
  if (acked.length > 1) return ['was acknowledged under two keys'];
  if (scenario.revoked?.status === 200) {
    if (acked.length + rows.length > 0) return ['accepted a document although it was revoked'];
    return [];
  }
  const [submission] = acked;
  if (!submission) return checkUnacknowledged(harness, scenario, rows);
  const [row] = rows;
  if (!row || (row.state === null && !scenario.deleted))
    return ['LOST: acknowledged, but there is no document'];
  scenario.documentId = row.id;
  return readable(scenario, submission);
}

/** A link without an acknowledged upload must have been revoked by a revocation whose response was lost. */
async function checkUnacknowledged(harness: Harness, scenario: Scenario, rows: Row[]): Promise<string[]> {
  const [link] = await query<{ status: string }>(
    harness,
    'token',
    'SELECT status FROM tokens WHERE id = $1::uuid',
    [scenario.token.id],
  );
  if (scenario.revoked && link?.status === 'revoked' && rows.length === 0) return [];
  return [`BURNT: its status is ${link?.status ?? 'unknown'} and no upload was acknowledged`];
}

async function readable(scenario: Scenario, submission: Submission): Promise<string[]> {
  const { owner, token } = scenario;
  const result = await owner.token(token.id);
  if (!('data' in result) || result.status !== 200)
    return [`its clinician cannot see it: ${JSON.stringify(result)}`];
  const { status, uploads } = result.data.token;
  if (status !== 'used') return [`holds a document but its status is ${status}`];
  if (scenario.deleted?.status === 200) return uploads.length === 0 ? [] : ['shows a deleted document'];
  if (uploads.length !== 1)
    return scenario.deleted ? [] : [`LOST: its clinician sees ${String(uploads.length)} documents`];
  return compare(scenario, submission, uploads[0] as Document);
}

async function compare({ owner }: Scenario, submission: Submission, document: Document): Promise<string[]> {
  if (!document.file_url) return ['LOST: cannot be opened'];
  const bytes = await owner.download(document.file_url);
  if (typeof bytes === 'number') return [`LOST: opening it returns ${String(bytes)}`];
  const found = createHash('sha256').update(bytes).digest('hex');
  return found === submission.sha256 ? [] : ['LOST: its bytes differ from the acknowledged ones'];
}
