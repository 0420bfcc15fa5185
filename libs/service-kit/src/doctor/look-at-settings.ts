import { z } from 'zod';
import type { Env } from '../command/command.js';
import { InvalidConfiguration, loadConfig } from '../config/load-config.js';
import { ok, warning, wrong, type Finding } from './finding.js';

const ABOUT = 'Configuration';
const TODO = 'put it right where the settings are kept: docs/configuration.md';

/** What was found, and as much of the settings as is valid: the other checks go on with that. */
export function lookAtSettings<Schema extends z.ZodObject>(
  service: string,
  schema: Schema,
  env: Env | undefined,
): { findings: Finding[]; settings: Partial<z.infer<Schema>> } {
  try {
    const settings = loadConfig(service, schema, env);
    const says = `${String(Object.keys(schema.shape).length)} settings are valid`;
    return { findings: [ok(ABOUT, says), ...examplesIn(settings)], settings };
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    return {
      findings: error.problems.map((problem) => wrong(ABOUT, problem, TODO)),
      settings: validOnes(service, schema, env),
    };
  }
}

const EXAMPLE = /(^|[.@/])caredrop\.example\b/;

/** Settings that were left as the examples have them: the product works, and sends people to an address of nobody. */
function examplesIn(settings: Record<string, unknown>): Finding[] {
  const names = Object.entries(settings).filter(
    ([, value]) => typeof value === 'string' && EXAMPLE.test(value),
  );
  return names.map(([name]) =>
    warning(ABOUT, `${name} still names caredrop.example, which is an example`, TODO),
  );
}

function validOnes<Schema extends z.ZodObject>(service: string, schema: Schema, env: Env | undefined) {
  const settings: Record<string, unknown> = {};
  const shape: Record<string, z.core.$ZodType> = schema.shape;
  for (const [name, setting] of Object.entries(shape)) {
    try {
      Object.assign(settings, loadConfig(service, z.object({ [name]: setting }), env));
    } catch (error) {
      if (!(error instanceof InvalidConfiguration)) throw error; // it is told already
    }
  }
  return settings as Partial<z.infer<Schema>>;
}
