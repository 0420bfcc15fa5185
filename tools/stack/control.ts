import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { freePort } from '@caredrop/testing/backing';
import type { BackingServices } from './backing-services.ts';
import type { ProcessName } from './service-names.ts';
import type { SupervisedService } from './supervised-service.ts';

type Services = Record<ProcessName, SupervisedService>;

/**
 * Lets the whole-system tests break parts: `POST /<service>/<stop|start|kill>` and `POST /rabbitmq/<stop|start>`, which
 * respond when done. A killed service restarts by itself, a stopped one when it is started.
 */
export async function startControl(
  services: Services,
  backing: BackingServices,
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const server = createServer((request, response) => {
    const [, part = '', verb = ''] = (request.url ?? '').split('/');
    act(services, backing, part, verb).then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port, stop: () => close(server) };
}

async function act(services: Services, backing: BackingServices, part: string, verb: string): Promise<void> {
  if (part === 'rabbitmq' && (verb === 'stop' || verb === 'start')) return backing.broker[verb]();
  const service = Object.hasOwn(services, part) ? services[part as ProcessName] : undefined;
  if (service && (verb === 'stop' || verb === 'start')) return service[verb]();
  if (service?.pid && verb === 'kill') {
    process.kill(service.pid, 'SIGKILL');
    return;
  }
  throw new Error(`Unsupported action: ${part}/${verb}`);
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
