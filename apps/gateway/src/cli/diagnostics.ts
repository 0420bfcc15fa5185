import { existsSync } from 'node:fs';
import path from 'node:path';
import { brokerInspection } from '@caredrop/messaging';
import {
  diagnosticsOf,
  checkBroker,
  checkPeer,
  ok,
  fail,
  type Check,
  type CheckResult,
  warning,
} from '@caredrop/service-kit';
import { settings as schema } from '../config.js';
import { isTooWide } from '../edge/client-address.js';

/** The `doctor` checks of the gateway, which has no database and no durable queue. */
export const runDiagnostics = diagnosticsOf('gateway', schema, (settings) => [
  ...checkPages(settings.WEB_ROOT),
  ...checkProxies(settings.TRUSTED_PROXIES),
  ...checkBroker(brokerInspection(settings, 'gateway')),
  ...checkPeer('auth', settings.AUTH_URL),
  ...checkPeer('token', settings.TOKEN_URL),
  ...checkPeer('document', settings.DOCUMENT_URL),
  ...checkPeer('notification', settings.NOTIFICATION_URL),
  ...checkPeer('audit', settings.AUDIT_URL),
]);

const checkPages = (folder: string | undefined): Check[] =>
  folder ? [{ component: 'Pages', page: 'docs/configuration.md', run: () => [evaluatePages(folder)] }] : [];

const checkProxies = (ranges: string[] | undefined): Check[] =>
  ranges?.some(isTooWide)
    ? [{ component: 'Proxies', page: 'docs/security.md', run: () => [tooManyProxies] }]
    : [];

const tooManyProxies = warning(
  'Proxies',
  'TRUSTED_PROXIES contains a range that may include clients: they can choose the address that rate limits and the audit see',
  'list only your load balancers, or set TRUSTED_PROXY_HOPS instead: docs/deploy.md',
);

function evaluatePages(folder: string): CheckResult {
  const missing = ['index.html', 'upload.html'].filter((page) => !existsSync(path.join(folder, page)));
  if (missing.length === 0) return ok('Pages', 'found');
  return fail(
    'Pages',
    `${missing.join(' and ')} missing from the folder in WEB_ROOT`,
    "leave WEB_ROOT at the image's default, or build the pages: docs/configuration.md",
  );
}
