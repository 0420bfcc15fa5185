import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import './typescript-hooks.mjs';

const require = createRequire(import.meta.url);
const CIRCUS_HANDLERS = Symbol.for('EVENT_HANDLERS');

/** Makes each import of a spec file a new module; what it imports is loaded once per worker. */
let runs = 0;

/**
 * Runs spec files with Node's own module loader instead of Jest's copy of it in a `vm` context. Nest and Prisma are
 * then loaded once per worker instead of once per spec file; loading them takes most of a service test's time. Spec
 * files of one worker share module state. The methods are those that jest-runner and jest-circus call (`runtime` in
 * Jest's configuration).
 */
export default class NativeRuntime {
  /** jest-circus: a new copy per spec file, since it keeps the tests in its module's state. */
  requireInternalModule(file) {
    delete globalThis[CIRCUS_HANDLERS];
    delete require.cache[file];
    return require(file);
  }

  requireModule(file) {
    return require(file);
  }

  setGlobalsForRuntime(globals) {
    Object.assign(globalThis, globals);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(file) {
    runs += 1;
    return import(`${pathToFileURL(file).href}?run=${String(runs)}`);
  }

  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {}
}
