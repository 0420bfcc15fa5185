/**
 * Describes an error briefly for an operator: name, code, message. Prisma's messages quote the query with its values
 * and put the reason on the last line; only that line is kept.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'not an Error was thrown';
  const { name, message, code } = error as Error & { code?: unknown };
  const brief = name.startsWith('Prisma') ? (message.trim().split('\n').at(-1) ?? '') : message;
  return `${name}${typeof code === 'string' ? ` ${code}` : ''}: ${brief}`.slice(0, 300);
}
