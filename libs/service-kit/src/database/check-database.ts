import pg from 'pg';

/**
 * The service cannot use its database or its object store. The message is for the operator and shows no value of a
 * setting.
 */
export class CannotStart extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'CannotStart';
  }
}

const CONNECT_TIMEOUT_MS = 10_000;

/** Postgres error codes for clients that it will never accept. */
const rejections: Record<string, string> = {
  '28P01': 'Postgres does not accept the user and password in DATABASE_URL',
  '28000': 'Postgres does not let the user in DATABASE_URL connect from here or without TLS',
  '3D000': 'The database that DATABASE_URL names does not exist',
  '42501': 'The user in DATABASE_URL may not open that database',
};
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_(SSL|TLS)|EPROTO/;

/** Returns why a connection can never succeed, as a sentence; null if the server is merely unavailable. */
export function databaseProblem(error: unknown): string | null {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (rejections[code]) return rejections[code];
  if (certificate.test(code))
    return `The certificate of the server in DATABASE_URL cannot be trusted (${code})`;
  return message.includes('does not support SSL') ? 'The server in DATABASE_URL does not speak TLS' : null;
}

/**
 * Fails closed at start when the database rejects us or cannot prove its identity. Throws {@link CannotStart}. An
 * unavailable server is not an error here: where MIGRATE=never, the service starts, reports that it is not ready, and
 * retries.
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // An error after `connect` has returned does not matter here.
  try {
    await client.connect();
  } catch (error) {
    const problem = databaseProblem(error);
    if (problem) throw new CannotStart(problem);
  } finally {
    await client.end().catch(() => undefined);
  }
}
