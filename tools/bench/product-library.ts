import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../stack/paths.ts';

/** A library in the very copy that an application of ours runs on: limits and load are measured with no other. */
export const productLibrary = <Library>(app: 'gateway' | 'document', name: string): Library =>
  createRequire(path.join(root, 'apps', app, 'package.json'))(name) as Library;
