import type { Check } from './doctor-command.js';
import { ok, warning, fail, type CheckResult } from './check-result.js';

const COMPONENT = 'RabbitMQ';
const PAGE = 'docs/runbooks/rabbitmq-down.md';
const MANY = 1_000;

/** The result of messaging's `inspectBroker`. */
export interface BrokerState {
  /** Why the broker cannot be used, as a sentence; null when it can. */
  problem: string | null;
  /** True if {@link problem} is a rejection of our credentials or of the broker's certificate. */
  refused: boolean;
  /** Set when the user of AMQP_URL is not the service's own. */
  foreignUser?: { name: string; own: string };
  /**
   * The service's queue and its dead-letter queue; null for a queue that does not exist. Undefined for
   * services that consume nothing.
   */
  queues?: {
    main: { name: string; messages: number; consumers: number } | null;
    dead: { name: string; messages: number } | null;
  };
}

/** `inspect` is undefined when AMQP_URL is missing, which the settings check reports. */
export const checkBroker = (inspect: (() => Promise<BrokerState>) | undefined): Check[] =>
  inspect ? [{ component: COMPONENT, page: PAGE, run: async () => evaluateBroker(await inspect()) }] : [];

export function evaluateBroker({ problem, refused, foreignUser, queues }: BrokerState): CheckResult[] {
  if (problem) {
    const remediation = refused
      ? `correct AMQP_URL, or the broker's user, password or certificate: ${PAGE}`
      : `start it, or allow connections to it: ${PAGE}`;
    return [fail(COMPONENT, problem, remediation)];
  }
  return [
    ok(COMPONENT, 'reachable, and accepts the user and password'),
    ...(foreignUser ? [evaluateUser(foreignUser)] : []),
    ...(queues ? evaluateQueues(queues) : []),
  ];
}

const evaluateUser = ({ name, own }: NonNullable<BrokerState['foreignUser']>): CheckResult =>
  warning(
    'Broker user',
    `connects as ${name}, not as ${own}: a shared user may read and publish the events of every service that uses it`,
    'give each service its own user: npm run secrets -- update, docs/upgrades.md',
  );

function evaluateQueues({ main, dead }: NonNullable<BrokerState['queues']>): CheckResult[] {
  if (!main || !dead)
    return [
      fail(
        'Events',
        'the queues of this service do not exist',
        'start the service, which declares them, or import the broker definitions (EVENTS_NAMESPACE must be the same in all services): docs/runbooks/event-returned.md',
      ),
    ];
  return [evaluateMain(main), evaluateDead(dead)];
}

function evaluateMain({
  name,
  messages,
  consumers,
}: {
  name: string;
  messages: number;
  consumers: number;
}): CheckResult {
  const message = `${String(messages)} wait in ${name}, ${String(consumers)} ${consumers === 1 ? 'consumer' : 'consumers'}`;
  if (consumers === 0) return warning('Events', message, 'start the service: docs/runbooks/service-down.md');
  return messages > MANY
    ? warning('Events', message, 'find the cause: docs/runbooks/events-piling-up.md')
    : ok('Events', message);
}

function evaluateDead({ name, messages }: { name: string; messages: number }): CheckResult {
  if (messages === 0) return ok('Dead letters', `none in ${name}`);
  return warning(
    'Dead letters',
    `${String(messages)} in ${name}: the effects of these events are missing`,
    'run node dist/cli.js events dead, fix the cause, then run events replay: docs/runbooks/events-dead-lettered.md',
  );
}
