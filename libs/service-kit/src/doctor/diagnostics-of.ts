import type { z } from 'zod';
import type { Env } from '../command/command.js';
import type { CheckResult } from './check-result.js';
import { checkSettings } from './check-settings.js';
import { diagnose, type Check } from './doctor-command.js';

/**
 * The `doctor` of a service: checks its settings, then runs the checks that `checks` builds from the valid
 * ones.
 */
export const diagnosticsOf =
  <Schema extends z.ZodObject>(
    service: string,
    schema: Schema,
    checks: (settings: Partial<z.infer<Schema>>) => Check[],
  ) =>
  async (env: Env | undefined): Promise<CheckResult[]> => {
    const { results, settings } = checkSettings(service, schema, env);
    return [...results, ...(await diagnose(checks(settings)))];
  };
