import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { root } from '../stack/paths.ts';
import { serviceNames } from '../stack/service-names.ts';
import { allowedCalls, calledByCode, type ServiceCall } from './support/service-calls.ts';

interface Route {
  service: string;
  to: { method: string; path: string };
}

/** The gateway's routing table, from its build output, because tools must not import apps. */
const built = pathToFileURL(path.join(root, 'apps/gateway/dist/routing/routes.js')).href;
const { routes } = (await import(built)) as { routes: Route[] };

const nameOf = ({ from, to, route }: ServiceCall) => `${from} -> ${to} ${route}`;
const sorted = (calls: ServiceCall[]) => [...new Set(calls.map(nameOf))].sort();

/**
 * The routes to which the gateway forwards the public API, and the route of the session keys, for which the gateway is
 * the client.
 */
const forwarded: ServiceCall[] = [
  ...routes
    .filter(({ service }) => service !== 'gateway')
    .map(({ service, to }) => ({
      from: 'gateway',
      to: service,
      route: `${to.method} ${to.path.replace(/:\w+/g, ':id')}`,
    })),
  { from: 'gateway', to: 'auth', route: 'GET /jwks' },
];

const allowed = allowedCalls();
const real = [...forwarded, ...calledByCode()];

describe('the declared callers of routes', () => {
  it('the declared callers are found for every service but the gateway', () => {
    expect(new Set(allowed.map(({ to }) => to)).size).toBe(serviceNames.length - 1);
    expect(real.length).toBeGreaterThan(forwarded.length);
  });

  it('the declared callers of each route are exactly its actual callers', () => {
    expect(sorted(allowed)).toEqual(sorted(real));
  });

  const byNotification = (to: string) =>
    allowed.filter((call) => call.from === 'notification' && call.to === to).map(({ route }) => route);

  it.each(['document', 'audit'])('the notification service may not call any route of %s', (to) => {
    expect(byNotification(to)).toEqual([]);
  });

  it('the notification service may call only one route of the token service, which describes an email that is due', () => {
    expect(byNotification('token')).toEqual(['POST /internal/link-emails/describe']);
  });
});

interface Peer {
  podSelector?: { matchExpressions?: { values: string[] }[] };
}
interface Policy {
  spec: { ingress: { from?: Peer[] }[]; egress: { to?: Peer[] }[] };
}

describe.each([...serviceNames])('the network policy of %s', (service) => {
  const file = path.join(root, 'k8s/base', service, 'network-policy.yaml');
  const { spec } = parse(readFileSync(file, 'utf8')) as Policy;
  const named = (peers: Peer[]) =>
    peers.flatMap(({ podSelector }) => podSelector?.matchExpressions?.flatMap(({ values }) => values) ?? []);

  it('the network policy admits exactly the services that call this one', () => {
    const callers = new Set(real.filter(({ to }) => to === service).map(({ from }) => from));
    expect(named(spec.ingress.flatMap(({ from = [] }) => from)).sort()).toEqual([...callers].sort());
  });

  it('the network policy allows calls to exactly the services that this one calls', () => {
    const called = new Set(real.filter(({ from }) => from === service).map(({ to }) => to));
    expect(named(spec.egress.flatMap(({ to = [] }) => to)).sort()).toEqual([...called].sort());
  });
});
