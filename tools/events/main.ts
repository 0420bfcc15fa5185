import { parseArgs } from 'node:util';
import { consumingServices, listDead, replayDead, type DeadQueue } from '@caredrop/messaging';
import { runningStack } from '../stack/running-stack.ts';

const USAGE = `Usage:
  npm run events -- dead [service]
      Lists the events that a service could not handle and put aside.
  npm run events -- replay <service> [event id …]
      Gives them back to the service, all or those named.
The broker is AMQP_URL (with EVENTS_NAMESPACE), else that of the stack that runs here.`;

const { positionals } = parseArgs({ allowPositionals: true });
const [verb = '', service, ...ids] = positionals;

function queueOf(name: string): DeadQueue {
  const found = consumingServices.find((known) => known === name);
  if (!found) throw new Error(`There is no service ${name}; there are ${consumingServices.join(', ')}`);
  const amqpUrl = process.env.AMQP_URL ?? runningStack().amqpUrl;
  return { amqpUrl, namespace: process.env.EVENTS_NAMESPACE ?? 'caredrop', service: found };
}

async function parked(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const events = await listDead(queueOf(name));
    console.log(`${name}: ${String(events.length)} parked`);
    if (events.length > 0) console.table(events);
  }
}

async function replay(name: string): Promise<void> {
  const count = await replayDead(queueOf(name), ids.length > 0 ? ids : undefined);
  console.log(`${name}: ${String(count)} given back`);
}

async function run(): Promise<void> {
  // The queue's own name, and what the event is.
  if (verb === 'dead' || verb === 'parked') return parked(service ? [service] : consumingServices);
  if (verb === 'replay' && service) return replay(service);
  throw new Error(USAGE);
}

run().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
