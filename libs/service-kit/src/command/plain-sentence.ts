import { databaseProblem } from '../database/check-database.js';

interface Described {
  name?: string;
  code?: string;
  message?: string;
  address?: string;
  port?: number;
  path?: string;
  hostname?: string;
  cause?: unknown;
  errors?: unknown[];
}

/**
 * Describes an error for the operator: a sentence for known causes, otherwise its message, without stack or quoted
 * query.
 */
export function plainSentence(error: unknown): string {
  const { name = '', message = '' } = (error ?? {}) as Described;
  return (
    known(error) ?? (/^(Prisma|DriverAdapter)/.test(name) ? database(message) : firstLines(message, name))
  );
}

function known(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined;
  const { code, address, port, path, hostname, cause, errors, message = '' } = error as Described;
  if (code === 'ECONNREFUSED' && port) return `Nothing is listening at ${address ?? ''}:${String(port)}`;
  // Some clients keep only the text of the original error.
  const [, at] = /connect ECONNREFUSED (\S+:\d+)/.exec(message) ?? [];
  if (at) return `Nothing is listening at ${at}`;
  if (code === 'ENOTFOUND' && hostname) return `Unknown host: ${hostname}`;
  if (code === 'ENOENT' && path) return `There is no ${path}`;
  if ((code === 'EACCES' || code === 'EROFS') && path) return `no permission to read or write ${path}`;
  if (code === 'P1001') return 'The database in DATABASE_URL does not respond';
  const refused = databaseProblem(error);
  if (refused) return refused;
  return [cause, ...(errors ?? [])].map((one) => known(one, depth + 1)).find((text) => text !== undefined);
}

/** Prisma's messages start with a quotation of our code, so only the last line is kept. */
const database = (message: string): string =>
  `The database reported an error: ${message.trim().split('\n').at(-1)?.trim() ?? 'no reason given'}`;

/** Keeps all lines, because a usage text has several, but removes the stack trace, which is not for operators. */
const firstLines = (message: string, name: string): string =>
  message
    .split('\n')
    .filter((line) => !/^\s+at .+[:)]\d*/.test(line))
    .join('\n')
    .trim() || `Failed (${name || 'for an unknown reason'})`;
