import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import { databaseOwners, processNames, serviceNames } from '../stack/service-names.ts';

/** The names in the parts of a file that the groups of `pattern` capture. */
function namesIn(file: string, pattern: RegExp): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(pattern)].flatMap(([, ...names]) => names.join(' ').match(/[\w-]+/g) ?? []);
}

const databasesInBackups = () => namesIn('deploy/lib/places.sh', /^databases='(.*)'$/gm);

/**
 * Lists that TypeScript cannot compare with tools/stack/service-names.mjs. A service that is missing from one of them is,
 * for example, not backed up, or down without an alert.
 */
it.each([
  [
    'the services that the scripts stop and start',
    'deploy/lib/places.sh',
    /^services='(.*)'$/gm,
    serviceNames,
  ],
  ['the databases that are backed up', 'deploy/lib/places.sh', /^databases='(.*)'$/gm, databaseOwners],
  ['the packages in the images', 'Dockerfile', /^COPY apps\/([\w-]+)\/package\.json/gm, serviceNames],
  ['the projects of TypeScript', 'tsconfig.json', /"apps\/([\w-]+)"/g, serviceNames],
  [
    'the services that lint knows',
    'tools/lint/boundaries.mjs',
    /^const services = \[(.*)\];$/gm,
    serviceNames,
  ],
  [
    'the databases of docker compose',
    'deploy/postgres/10-databases.sh',
    /^ {2}make_database ([\w-]+)/gm,
    databaseOwners,
  ],
  [
    'the alert for services that are down',
    'deploy/observability/alerts.yml',
    /up\{job=~"(.*?)"\} == 0/g,
    processNames,
  ],
  [
    'the alert for services that are missing',
    'deploy/observability/alerts.yml',
    /absent\(up\{job="([\w-]+)"\}\)/g,
    processNames,
  ],
  [
    'the settings in Kubernetes',
    'deploy/settings/kustomization.yaml',
    /envs: \[([\w-]+)\.env\]/g,
    processNames,
  ],
  [
    'the pods that use TLS',
    'k8s/components/tls/kustomization.yaml',
    /name: (gateway\|.*?) \}/g,
    processNames,
  ],
] as const)('%s: every service is listed in %s', (_what, file, pattern, wanted) => {
  expect(namesIn(file, pattern)).toEqual(expect.arrayContaining([...wanted]));
});

it('a backup copies links before documents, and the audit last', () => {
  const order = databasesInBackups();
  expect(order.indexOf('token')).toBeLessThan(order.indexOf('document'));
  expect(order.at(-1)).toBe('audit');
});

describe('the order of a roll-out', () => {
  const order = namesIn('docs/upgrades.md', /each completely before the next, in this order: ([^.]+)\./g);

  it('the page about upgrades names every service, the audit first, document before token, and the gateway last', () => {
    expect(order.toSorted()).toEqual(serviceNames.toSorted());
    expect([order[0], order.at(-1)]).toEqual(['audit', 'gateway']);
    expect(order.indexOf('document')).toBeLessThan(order.indexOf('token'));
  });

  it.each([
    [
      'compose',
      /^ {2}for service in (.*); do\n.* migrate\n {4}deploy\/roll\.sh \$service$|^ {2}deploy\/roll\.sh (gateway)\b/gm,
    ],
    ['a cluster', /^ {2}for service in (.*); do\n {4}kubectl apply[^|]*\|\| break$/gm],
  ])('the commands for %s in the page about deployment follow the same order', (_where, pattern) => {
    const services = namesIn('docs/deploy.md', pattern).filter((name) => name !== 'audit-signer');
    expect(services).toEqual(order);
  });
});
