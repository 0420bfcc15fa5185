import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import { processNames } from '../stack/service-names.ts';
import { configurationPage } from './document.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { brokerTopology, topologyFile } from './broker-topology.ts';
import { settingsFile, settingsFileOf } from './settings-files.ts';

/**
 * `npm run configuration`: writes docs/configuration.md, docs/events.md, docs/errors.md and the broker's topology, and
 * completes deploy/settings.
 */
writeFileSync(path.join(root, 'docs/configuration.md'), await configurationPage(processNames));
for (const service of processNames) writeFileSync(settingsFile(service), await settingsFileOf(service));
writeFileSync(topologyFile, await brokerTopology());
writeFileSync(path.join(root, 'docs/events.md'), eventsPage());
writeFileSync(path.join(root, 'docs/errors.md'), errorsPage());
console.log(
  'Wrote docs/configuration.md, docs/events.md, docs/errors.md, deploy/settings and deploy/rabbitmq/topology.json',
);
