import { topologyFile } from '../deploy/broker-definitions.mjs';
import { definitionsOf } from '../stack/broker.ts';
import { makeSecrets } from '../stack/secrets.ts';
import { formatted } from './formatted.ts';

export { topologyFile };

/**
 * RabbitMQ's definitions without passwords. `npm run secrets` adds those; it works without installed packages.
 */
export async function brokerTopology(): Promise<string> {
  const { users, ...rest } = definitionsOf(makeSecrets());
  const named = users.map(({ name, tags }) => ({ name, tags }));
  const text = JSON.stringify({ users: named, ...rest });
  return formatted(topologyFile, text);
}
