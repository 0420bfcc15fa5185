import { startDataServices } from './backing-services.ts';
import type { Home } from './paths.ts';
import { endLeftovers, ProcessList } from './process-list.ts';
import type { Secrets } from './secrets.ts';

type DataServices = Awaited<ReturnType<typeof startDataServices>>;

/** Runs Postgres and the object store of a home for `work` alone. Throws if a stack runs there. */
export async function withDataServices<T>(
  home: Home,
  readSecrets: () => Secrets,
  say: (line: string) => void,
  work: (data: DataServices, secrets: Secrets) => Promise<T>,
): Promise<T> {
  await endLeftovers(home);
  const secrets = readSecrets();
  const processes = new ProcessList(home, say);
  try {
    const data = await startDataServices(home, secrets, say, (name, pid) => {
      processes.add(name, pid);
    });
    try {
      return await work(data, secrets);
    } finally {
      await data.stop();
    }
  } finally {
    processes.remove();
  }
}
