import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../stack/paths.ts';

/** Loads the copy of a library that the app itself uses, so that baselines and load run on the same version. */
export const productLibrary = <Library>(app: 'gateway' | 'document', name: string): Library =>
  createRequire(path.join(root, 'apps', app, 'package.json'))(name) as Library;
