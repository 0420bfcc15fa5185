import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type * as Compiled from '../../src/storage/file-object-store.js';

/**
 * `killed-write.ts <folder> <key> <text> <step>`: stores an object and kills itself (SIGKILL) at the given
 * step. Patches Node's fs functions, so the compiled store needs no test hooks.
 */
const [folder = '', key = '', text = '', step = ''] = process.argv.slice(2);
const compiled = new URL('../../dist/storage/file-object-store.js', import.meta.url).href;
const { FileObjectStore } = (await import(compiled)) as typeof Compiled;
const store = new FileObjectStore(folder);
await store.prepare(() => Promise.resolve(true));

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};
const probe = await fs.open('/dev/null');
const handles = Object.getPrototypeOf(probe) as typeof probe;
await probe.close();
const { rename } = fs;

const steps: Record<string, () => void> = {
  'in the middle of the content': () => {
    handles.writeFile = async function (this: typeof probe, bytes: unknown) {
      await this.write((bytes as Buffer).subarray(0, 5));
      await die();
    };
  },
  'before fsync of the file': () => {
    handles.sync = die;
  },
  'before a folder is made': () => {
    fs.mkdir = die;
  },
  'between fsync and rename': () => {
    fs.rename = die;
  },
  'between rename and fsync of the folder': () => {
    fs.rename = async (from, to) => {
      await rename(from, to);
      handles.sync = die;
    };
  },
};
steps[step]?.();
syncBuiltinESMExports();
await store.put(key, Buffer.from(text));
