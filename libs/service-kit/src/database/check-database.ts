import pg from 'pg';

/** With these settings the service can never work. Its message is for the operator and shows no value. */
export class CannotStart extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'CannotStart';
  }
}

const CONNECT_TIMEOUT_MS = 10_000;

/** What Postgres answers to somebody it will not let in, now or later. */
const refusals: Record<string, string> = {
  '28P01': 'Postgres does not accept the user and password in DATABASE_URL',
  '28000': 'Postgres does not let the user in DATABASE_URL connect from here or without TLS',
  '3D000': 'The database that DATABASE_URL names does not exist',
  '42501': 'The user in DATABASE_URL may not open that database',
};
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_(SSL|TLS)|EPROTO/;

/** Why a connection will never be made, as a sentence; null for a server that is merely away. */
export function databaseProblem(error: unknown): string | null {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (refusals[code]) return refusals[code];
  if (certificate.test(code))
    return `The certificate of the server in DATABASE_URL cannot be trusted (${code})`;
  return message.includes('does not support SSL') ? 'The server in DATABASE_URL does not speak TLS' : null;
}

/**
 * Fails closed at start where the database refuses us or cannot prove who it is. Throws {@link CannotStart}. A server
 * that is away is not refusing: the service starts, says that it is not ready, and goes on asking.
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // it breaks after `connect` has answered: of no interest here
  try {
    await client.connect();
  } catch (error) {
    const problem = databaseProblem(error);
    if (problem) throw new CannotStart(problem);
  } finally {
    await client.end().catch(() => undefined);
  }
}
