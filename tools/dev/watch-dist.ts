import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import { serviceNames, type ServiceName } from '../stack/service-names.ts';

/** Compiling writes many files: no change for this long (ms) means it is done. */
const QUIET = 400;

const libraries = ['contracts', 'messaging', 'service-kit'];

/** Calls `changed` with the services whose compiled code is new: one, or all after a change in a library. */
export function watchDist(changed: (services: ServiceName[]) => void): { close(): void } {
  const touched = new Set<ServiceName>();
  let timer: NodeJS.Timeout | undefined;
  const note = (services: readonly ServiceName[]) => (_event: string, file: string | null) => {
    if (!file?.endsWith('.js')) return;
    for (const service of services) touched.add(service);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const list = [...touched];
      touched.clear();
      changed(list);
    }, QUIET);
  };
  const dist = (folder: string, services: readonly ServiceName[]): FSWatcher =>
    watch(path.join(root, folder, 'dist'), { recursive: true }, note(services));
  const watchers = [
    ...serviceNames.map((name) => dist(`apps/${name}`, [name])),
    ...libraries.map((name) => dist(`libs/${name}`, serviceNames)),
  ];
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
