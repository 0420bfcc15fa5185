import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { compilePackage, isCompiled } from '../build/compile.mjs';
import { root } from '../stack/paths.ts';
import { serviceNames, type ServiceName } from '../stack/service-names.ts';

/** Saving may write many files: no change for this long (ms) means it is done. */
const QUIET = 100;

const libraries = ['contracts', 'messaging', 'patient-copy', 'pdf-inspector', 'service-kit'];

export interface WatchOptions {
  /** Called after compiling with the services to restart: those that changed, or all after a change in a library. */
  changed: (services: ServiceName[]) => void;
  say: (line: string) => void;
}

/**
 * Compiles each service, and each library in {@link libraries}, whose sources change. Prints a syntax error instead of
 * restarting.
 */
export function watchSources(options: WatchOptions): { close(): void } {
  const touched = new Map<string, readonly ServiceName[]>();
  let timer: NodeJS.Timeout | undefined;
  const compileTouched = (): void => {
    const packages = [...touched];
    touched.clear();
    compile(packages, options);
  };
  const source = (folder: string, services: readonly ServiceName[]): FSWatcher =>
    watch(path.join(root, folder, 'src'), { recursive: true }, (_event, file) => {
      if (!file || !isCompiled(file)) return;
      touched.set(folder, services);
      clearTimeout(timer);
      timer = setTimeout(compileTouched, QUIET);
    });
  const watchers = [
    ...serviceNames.map((name) => source(`apps/${name}`, [name])),
    ...libraries.map((name) => source(`libs/${name}`, serviceNames)),
  ];
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

function compile(packages: [string, readonly ServiceName[]][], { changed, say }: WatchOptions): void {
  try {
    for (const [folder] of packages) compilePackage(path.join(root, folder));
  } catch (error) {
    say((error as Error).message);
    return;
  }
  changed([...new Set(packages.flatMap(([, services]) => services))]);
}
