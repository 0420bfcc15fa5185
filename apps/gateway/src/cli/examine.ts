import { existsSync } from 'node:fs';
import path from 'node:path';
import { brokerInspection } from '@caredrop/messaging';
import {
  diagnose,
  lookAtBroker,
  lookAtPeer,
  lookAtSettings,
  ok,
  wrong,
  type Check,
  type Env,
  type Finding,
  warning,
} from '@caredrop/service-kit';
import { settings as schema } from '../config.js';
import { isTooWide } from '../edge/client-address.js';

/** The `doctor` checks of the gateway, which has no database and no queue of its own. */
export async function examine(env: Env | undefined): Promise<Finding[]> {
  const { findings, settings } = lookAtSettings('gateway', schema, env);
  const found = await diagnose([
    ...lookAtPages(settings.WEB_ROOT),
    ...lookAtProxies(settings.TRUSTED_PROXIES),
    ...lookAtBroker(brokerInspection(settings, 'gateway')),
    ...lookAtPeer('auth', settings.AUTH_URL),
    ...lookAtPeer('token', settings.TOKEN_URL),
    ...lookAtPeer('document', settings.DOCUMENT_URL),
    ...lookAtPeer('notification', settings.NOTIFICATION_URL),
    ...lookAtPeer('audit', settings.AUDIT_URL),
  ]);
  return [...findings, ...found];
}

const lookAtPages = (folder: string | undefined): Check[] =>
  folder ? [{ about: 'Pages', page: 'docs/configuration.md', look: () => [judgePages(folder)] }] : [];

const lookAtProxies = (ranges: string[] | undefined): Check[] =>
  ranges?.some(isTooWide)
    ? [{ about: 'Proxies', page: 'docs/security.md', look: () => [tooManyProxies] }]
    : [];

const tooManyProxies = warning(
  'Proxies',
  'TRUSTED_PROXIES holds a range in which clients may be: they can choose the address that limits and audit see',
  'name exactly your load balancer, or set TRUSTED_PROXY_HOPS instead: docs/deploy.md',
);

function judgePages(folder: string): Finding {
  const missing = ['index.html', 'upload.html'].filter((page) => !existsSync(path.join(folder, page)));
  if (missing.length === 0) return ok('Pages', 'are there');
  return wrong(
    'Pages',
    `${missing.join(' and ')} not in the folder that WEB_ROOT names`,
    'leave WEB_ROOT as the image has it, or build the pages: docs/configuration.md',
  );
}
