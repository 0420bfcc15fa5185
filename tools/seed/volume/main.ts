import { parseArgs } from 'node:util';
import { KeyRing, keyRingSchema } from '@caredrop/service-kit';
import pg from 'pg';
import { homeFromEnvironment } from '../../stack/paths.ts';
import { runningStack } from '../../stack/running-stack.ts';
import { loadSecrets } from '../../stack/secrets.ts';
import { RowWriter } from './insert-rows.ts';
import { documentRow, ledgerRow, tokenRow } from './rows.ts';
import { volume, type Owner, type VolumeLink } from './volume.ts';

const USAGE = `Usage: npm run seed-volume -- [--tokens 100000] [--documents 10000]
  Inserts links, and documents of the first clinician (by email address), directly into the databases of the local stack.
  The documents can be listed, filtered and deleted, but not opened. Only for measurements.`;

const { values } = parseArgs({
  options: { tokens: { type: 'string' }, documents: { type: 'string' }, help: { type: 'boolean' } },
});

function numberOf(text: string | undefined, fallback: number): number {
  const number = Number(text ?? fallback);
  if (!Number.isInteger(number) || number < 0) throw new Error(USAGE);
  return number;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

const hasDocument = (link: VolumeLink): link is VolumeLink & { document: object } => link.document !== null;

async function fill(tokens: number, documents: number): Promise<void> {
  const stack = runningStack();
  const secrets = loadSecrets(homeFromEnvironment());
  const linkKeys = new KeyRing(keyRingSchema.parse(secrets.linkKeys));
  const [auth, token, document] = await Promise.all(
    (['auth', 'token', 'document'] as const).map((owner) => connect(stack.database(owner))),
  );
  if (!auth || !token || !document) throw new Error('could not connect to every database');
  try {
    const { rows: owners } = await auth.query<Owner>(
      `SELECT id, first_name AS "firstName", last_name AS "lastName" FROM users WHERE role = 'user' ORDER BY email`,
    );
    const [links, ledger, received] = [
      new RowWriter(token, 'tokens'),
      new RowWriter(document, 'ledger'),
      new RowWriter(document, 'documents'),
    ];
    let nth = 0;
    for (const link of volume(owners, tokens, documents, new Date())) {
      await links.add(tokenRow(link, linkKeys));
      if (!hasDocument(link)) continue;
      nth += 1;
      await ledger.add(ledgerRow(link, nth));
      if (link.document.kept) await received.add(documentRow(link, nth, secrets.kekKeys.current));
    }
    for (const writer of [links, ledger, received]) await writer.flush();
    await Promise.all([token.query('ANALYZE tokens'), document.query('ANALYZE documents')]);
  } finally {
    await Promise.all([auth, token, document].map((client) => client.end()));
  }
}

try {
  if (values.help) throw new Error(USAGE);
  const [tokens, documents] = [numberOf(values.tokens, 100_000), numberOf(values.documents, 10_000)];
  const started = performance.now();
  await fill(tokens, documents);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${String(tokens)} links and ${String(documents)} documents in ${seconds} s`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
