import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Composition } from './composition.ts';

/** The control API of the stack that `npm test` starts, implemented with compose: stop, start or kill a part. */
export async function startControl(composition: Composition): Promise<{ port: number; stop(): void }> {
  const server = createServer((request, response) => {
    const [, part = '', verb = ''] = (request.url ?? '').split('/');
    act(composition, part, verb).then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as { port: number }).port, stop };
}

async function act(composition: Composition, part: string, verb: string): Promise<void> {
  if (verb === 'stop') await composition.run('stop', part);
  else if (verb === 'start') await composition.up('--no-deps', '--no-recreate', part);
  // Kills from inside, like a crash: the engine does not restart a container ended by `docker kill`.
  else if (verb === 'kill')
    await composition.run('exec', '-T', part, 'sh', '-c', 'kill -9 -1').catch(wasKilled);
  else throw new Error(`Unsupported action: ${part}/${verb}`);
  composition.forgetAddresses();
}

/** The shell that runs kill is killed too, which is expected. */
function wasKilled(error: unknown): void {
  const { cause } = error as { cause?: { code?: number } };
  if (cause?.code !== 137) throw error;
}
