import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { root } from '../stack/paths.ts';
import type { ServiceName } from '../stack/service-names.ts';

/** The schema with which a service validates its environment, from its built `config.js`. */
export async function schemaOf(service: ServiceName): Promise<z.ZodObject> {
  const file = path.join(root, 'apps', service, 'dist/config.js');
  const { settings } = (await import(pathToFileURL(file).href)) as { settings: z.ZodObject };
  return settings;
}

/** Names of the environment variables that a service reads. */
export const settingsOf = async (service: ServiceName): Promise<string[]> =>
  Object.keys((await schemaOf(service)).shape);
