import { z } from 'zod';
import type { Env } from '../command/command.js';
import { InvalidConfiguration, loadConfig } from '../config/load-config.js';
import { ok, warning, fail, type CheckResult } from './check-result.js';

const COMPONENT = 'Configuration';
const TODO = 'correct it where the settings are stored: docs/configuration.md';

/** Returns the results, and the valid settings, which the other checks use. */
export function checkSettings<Schema extends z.ZodObject>(
  service: string,
  schema: Schema,
  env: Env | undefined,
): { results: CheckResult[]; settings: Partial<z.infer<Schema>> } {
  try {
    const settings = loadConfig(service, schema, env);
    const message = `${String(Object.keys(schema.shape).length)} settings are valid`;
    return { results: [ok(COMPONENT, message), ...examplesIn(settings)], settings };
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    return {
      results: error.problems.map((problem) => fail(COMPONENT, problem, TODO)),
      settings: validOnes(service, schema, env),
    };
  }
}

const EXAMPLE = /(^|[.@/])caredrop\.example\b/;

/**
 * Warns about settings left at their example values: the product works, but sends users to addresses that do
 * not exist.
 */
function examplesIn(settings: Record<string, unknown>): CheckResult[] {
  const names = Object.entries(settings).filter(
    ([, value]) => typeof value === 'string' && EXAMPLE.test(value),
  );
  return names.map(([name]) =>
    warning(COMPONENT, `${name} still contains caredrop.example, which is an example`, TODO),
  );
}

function validOnes<Schema extends z.ZodObject>(service: string, schema: Schema, env: Env | undefined) {
  const settings: Record<string, unknown> = {};
  const shape: Record<string, z.core.$ZodType> = schema.shape;
  for (const [name, setting] of Object.entries(shape)) {
    try {
      Object.assign(settings, loadConfig(service, z.object({ [name]: setting }), env));
    } catch (error) {
      if (!(error instanceof InvalidConfiguration)) throw error; // Already reported.
    }
  }
  return settings as Partial<z.infer<Schema>>;
}
