import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { root } from '../stack/paths.ts';
import { programOf, type ProcessName } from '../stack/service-names.ts';

/** The schema that a process uses to validate its environment, from its built `config.js`. */
export async function schemaOf(name: ProcessName): Promise<z.ZodObject> {
  const { app } = programOf(name);
  const file = path.join(root, 'apps', app, 'dist/config.js');
  const schemas = (await import(pathToFileURL(file).href)) as Record<string, z.ZodObject>;
  return schemas[name === app ? 'settings' : 'signerSettings'] as z.ZodObject;
}

/** Names of the environment variables that a process reads. */
export const settingsOf = async (name: ProcessName): Promise<string[]> =>
  Object.keys((await schemaOf(name)).shape);
