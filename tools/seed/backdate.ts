import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '../stack/start-stack.ts';
import type { MadeLink } from './links.ts';
import { bulk } from './plan.ts';

/** An upload happens a few hours after its link was created, whatever the link's age. */
const UPLOAD_AFTER = "interval '5 hours'";

/**
 * Backdates the demo's data. The API deliberately has no way to choose a date, so the databases are changed directly;
 * the token service itself then marks expired links.
 */
export async function backdate({ databases }: Stack, made: MadeLink[], bulkIds: string[]): Promise<void> {
  await onDatabase(databases.token, async (client) => {
    for (const { id, link } of made) await moveLink(client, id, link.age, link.left ?? 30 - link.age);
    for (const id of bulkIds) await moveLink(client, id, bulk.age, bulk.expiryDays - bulk.age);
    await untilExpired(
      client,
      made.filter(({ link }) => link.fate === 'expired').map(({ id }) => id),
    );
  });
  await onDatabase(databases.document, async (client) => {
    for (const { id, link } of made) if (link.fate === 'used') await moveDocument(client, id, link.age);
  });
}

/** Expires `left` days from now; fractions are allowed. */
async function moveLink(client: pg.Client, id: string, age: number, left: number): Promise<void> {
  const made = `now() - make_interval(secs => $2::float8 * 86400) - interval '20 minutes'`;
  await client.query(
    `UPDATE tokens SET created_at = ${made}, expires_at = now() + make_interval(secs => $3::float8 * 86400),
       used_at = CASE WHEN used_at IS NOT NULL THEN least(${made} + ${UPLOAD_AFTER}, now()) END,
       received_at = CASE WHEN received_at IS NOT NULL THEN least(${made} + ${UPLOAD_AFTER}, now()) END,
       revoked_at = CASE WHEN revoked_at IS NOT NULL THEN least(${made} + interval '1 day', now()) END
     WHERE id = $1`,
    [id, age, left],
  );
}

async function moveDocument(client: pg.Client, tokenId: string, age: number): Promise<void> {
  const made = `now() - make_interval(secs => $2::float8 * 86400) - interval '20 minutes'`;
  await client.query(
    `UPDATE documents SET created_at = least(${made} + ${UPLOAD_AFTER}, now()), token_created_at = ${made},
       token_expires_at = ${made} + interval '30 days' WHERE token_id = $1`,
    [tokenId, age],
  );
  await client.query(
    `UPDATE ledger SET received_at = least(${made} + ${UPLOAD_AFTER}, now()) WHERE token_id = $1`,
    [tokenId, age],
  );
}

async function untilExpired(client: pg.Client, ids: string[]): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(250)) {
    const { rowCount } = await client.query(
      "SELECT 1 FROM tokens WHERE id = ANY($1) AND status = 'expired'",
      [ids],
    );
    if (rowCount === ids.length) return;
  }
  throw new Error('The token service did not mark the backdated links as expired');
}

async function onDatabase(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
