import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { consumingServices, listDeadLetters } from '@caredrop/messaging';
import { must, serviceCommand } from '../data/commands.ts';
import { homeFromEnvironment } from '../stack/paths.ts';
import { runningStack } from '../stack/running-stack.ts';

const USAGE = `Usage:
  npm run events -- dead [service]
      Lists the dead-lettered events of a service, or of all. If no stack runs here, reads them from the broker in
      AMQP_URL (with EVENTS_NAMESPACE).
  npm run events -- replay <service> [event id …]
      Replays all dead-lettered events of the service, or the given ones; the audit records it. In a cluster, run
      node dist/cli.js events replay in the service's container.`;

type Consumer = (typeof consumingServices)[number];

const { positionals } = parseArgs({ allowPositionals: true });
const [verb = '', service, ...ids] = positionals;

function consumer(name: string): Consumer {
  const found = consumingServices.find((known) => known === name);
  if (!found) throw new Error(`Unknown service ${name}. Services: ${consumingServices.join(', ')}`);
  return found;
}

/** Runs the service's own command with the service's settings. */
const ask = (name: Consumer, ...words: string[]): Promise<string> =>
  must(serviceCommand(name, ['events', ...words], runningStack().environment(name)));

async function dead(names: readonly Consumer[]): Promise<void> {
  const amqpUrl = process.env.AMQP_URL;
  if (amqpUrl && !existsSync(homeFromEnvironment().run)) return deadAt(amqpUrl, names);
  for (const name of names) console.log(await ask(name, 'dead'));
}

/** Lists dead letters on a remote broker, without the settings of its services. */
async function deadAt(amqpUrl: string, names: readonly Consumer[]): Promise<void> {
  const namespace = process.env.EVENTS_NAMESPACE ?? 'caredrop';
  for (const name of names) {
    const events = await listDeadLetters({ amqpUrl, namespace, service: name });
    console.log(`${name}: ${String(events.length)} dead-lettered`);
    if (events.length > 0) console.table(events);
  }
}

async function run(): Promise<void> {
  // `parked` is the earlier name of `dead`.
  if (verb === 'dead' || verb === 'parked') return dead(service ? [consumer(service)] : consumingServices);
  if (verb === 'replay' && service) {
    console.log(await ask(consumer(service), 'replay', ...ids));
    return;
  }
  throw new Error(USAGE);
}

run().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
