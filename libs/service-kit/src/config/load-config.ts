import { type z } from 'zod';
import { plainTransports } from './transport.js';

/** Settings are missing or invalid. The message names them and never shows a secret. */
export class InvalidConfiguration extends Error {
  constructor(
    service: string,
    readonly problems: string[],
  ) {
    super(`${service} cannot start: ${problems.join('; ')}`);
    this.name = 'InvalidConfiguration';
  }
}

/**
 * Reads and validates an app's settings once, at start. An empty variable counts as absent. Throws {@link
 * InvalidConfiguration} naming each setting that is missing or invalid or, if there is none, each that `REQUIRE_TLS`
 * forbids.
 */
export function loadConfig<Schema extends z.ZodObject>(
  service: string,
  schema: Schema,
  env: Record<string, string | undefined> = process.env,
): z.infer<Schema> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (result.success) {
    const plain = result.data.REQUIRE_TLS === 'yes' ? plainTransports(result.data) : [];
    if (plain.length > 0) throw new InvalidConfiguration(service, plain);
    return result.data;
  }
  throw new InvalidConfiguration(
    service,
    result.error.issues.map((issue) => describe(issue, given)),
  );
}

function describe(issue: z.core.$ZodIssue, given: Record<string, unknown>): string {
  const name = String(issue.path[0] ?? 'settings');
  if (given[name] !== undefined) return `${name} is not valid (${issue.message})`;
  // Custom messages explain a problem; "expected string" does not.
  return issue.code === 'custom' ? `${name} is not set (${issue.message})` : `${name} is not set`;
}
