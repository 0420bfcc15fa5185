/** Allowed callers: anyone (the bearer token is ignored, except for a file's URL), signed-in users, administrators. */
type Access = 'public' | 'signed in' | 'admin';

/** The cost of a call and who might abuse it: selects its limit per address (`access/rate-limits.ts`). */
export type RateClass = 'credentials' | 'link' | 'upload' | 'read' | 'write' | 'file' | 'callback';

export type UpstreamService = 'auth' | 'token' | 'document' | 'notification' | 'audit';
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Route {
  method: Method;
  /** Below `/api`. */
  path: string;
  /** `gateway`: handled here. */
  service: UpstreamService | 'gateway';
  access: Access;
  rate: RateClass;
  /** Method and path at the service. */
  to: { method: Method; path: string };
  /** How the link's value in `:token` is passed on: never in a URL between services. */
  link: 'body' | 'header' | null;
  /** Its body names a link (`linkBody`), and its service responds 404 if there is no such link. */
  findsLink: boolean;
  /** Does not count as the user's activity: sent by a page on its own, or auth records the activity itself. */
  background: boolean;
  /**
   * Its service may require a fresh proof (docs/adr/0023): the gateway then bypasses its session cache, so that a
   * recent proof counts at every replica.
   */
  proof: boolean;
  /** Its service reads the proof of a patient check (docs/adr/0038). */
  patientProof: boolean;
}

type Detail = Partial<Pick<Route, 'to' | 'link' | 'findsLink' | 'background' | 'proof' | 'patientProof'>>;

function row(
  method: Method,
  path: string,
  service: Route['service'],
  access: Access,
  rate: RateClass,
  detail: Detail = {},
): Route {
  return {
    method,
    path,
    service,
    access,
    rate,
    to: { method, path },
    link: null,
    findsLink: false,
    background: false,
    proof: false,
    patientProof: false,
    ...detail,
  };
}

const proof: Detail = { proof: true };
const patientProof: Detail = { patientProof: true };
const findsLink: Detail = { findsLink: true };
const validate: Detail = {
  ...{ to: { method: 'POST', path: '/links/validate' }, link: 'body' },
  ...patientProof,
};
const receive: Detail = { to: { method: 'POST', path: '/upload' }, link: 'header', ...patientProof };

/** The whole public API: routes that are not in this table do not exist. HEAD is allowed wherever GET is. */
export const routes: readonly Route[] = [
  row('POST', '/auth/login', 'auth', 'public', 'credentials'),
  row('GET', '/auth/me', 'auth', 'signed in', 'read'),
  row('POST', '/auth/login/code', 'auth', 'public', 'credentials'),
  row('POST', '/auth/login/enrol', 'auth', 'public', 'credentials'),
  row('POST', '/auth/login/confirm', 'auth', 'public', 'credentials'),
  row('GET', '/auth/session', 'auth', 'signed in', 'read', { background: true }),
  // Auth records this activity itself, and audits it unless the previous activity was recent. The session check must
  // not overwrite that time.
  row('POST', '/auth/session/extend', 'auth', 'signed in', 'write', { background: true }),
  row('POST', '/auth/logout', 'auth', 'signed in', 'write'),
  row('POST', '/auth/forgot-password', 'auth', 'public', 'credentials'),
  row('POST', '/auth/reset-password', 'auth', 'public', 'credentials'),

  row('GET', '/auth/second-factor', 'auth', 'signed in', 'read'),
  row('POST', '/auth/second-factor/enrol', 'auth', 'signed in', 'credentials'),
  row('POST', '/auth/second-factor/confirm', 'auth', 'signed in', 'credentials'),
  row('POST', '/auth/second-factor/recovery-codes', 'auth', 'signed in', 'credentials'),
  row('POST', '/auth/second-factor/disable', 'auth', 'signed in', 'credentials'),
  row('POST', '/auth/proof', 'auth', 'signed in', 'credentials'),
  row('POST', '/auth/change-password', 'auth', 'signed in', 'credentials'),
  row('GET', '/auth/sessions', 'auth', 'signed in', 'read'),
  row('DELETE', '/auth/sessions/:id', 'auth', 'signed in', 'write'),
  row('POST', '/auth/sessions/end-others', 'auth', 'signed in', 'write'),
  row('GET', '/auth/preferences', 'auth', 'signed in', 'read'),
  row('PATCH', '/auth/preferences', 'auth', 'signed in', 'write'),
  row('GET', '/auth/saved-views', 'auth', 'signed in', 'read'),
  row('POST', '/auth/saved-views', 'auth', 'signed in', 'write'),
  row('PATCH', '/auth/saved-views/:id', 'auth', 'signed in', 'write'),
  row('DELETE', '/auth/saved-views/:id', 'auth', 'signed in', 'write'),
  row('GET', '/auth/cover', 'auth', 'signed in', 'read'),
  row('POST', '/auth/cover', 'auth', 'signed in', 'write', proof),
  row('DELETE', '/auth/cover/:id', 'auth', 'signed in', 'write'),

  row('GET', '/teams', 'auth', 'signed in', 'read'),
  row('PATCH', '/teams/:id/watching', 'auth', 'signed in', 'write'),
  row('GET', '/colleagues', 'auth', 'signed in', 'read'),
  row('GET', '/admin/teams', 'auth', 'admin', 'read'),
  row('POST', '/admin/teams', 'auth', 'admin', 'write'),
  row('PATCH', '/admin/teams/:id', 'auth', 'admin', 'write'),
  row('POST', '/admin/teams/:id/archive', 'auth', 'admin', 'write'),
  row('POST', '/admin/teams/:id/members', 'auth', 'admin', 'write', proof),
  row('DELETE', '/admin/teams/:id/members/:userId', 'auth', 'admin', 'write'),

  row('GET', '/tokens/validate/:token', 'token', 'public', 'link', validate),
  row('POST', '/links/renewals', 'token', 'public', 'link'),
  row('POST', '/links/problems', 'token', 'public', 'link'),
  row('POST', '/links/language', 'token', 'public', 'link'),
  row('POST', '/links/check', 'token', 'public', 'link', findsLink),
  row('POST', '/links/opened', 'token', 'public', 'link'),
  row('POST', '/links/request', 'token', 'public', 'link', { ...findsLink, ...patientProof }),
  row('POST', '/links/skip', 'token', 'public', 'link', { ...findsLink, ...patientProof }),
  row('POST', '/upload/:token', 'document', 'public', 'upload', receive),

  row('GET', '/tokens', 'token', 'signed in', 'read'),
  row('POST', '/tokens', 'token', 'signed in', 'write'),
  row('POST', '/tokens/bulk', 'token', 'admin', 'write'),
  row('POST', '/tokens/exports', 'token', 'signed in', 'write', proof),
  row('GET', '/tokens/defaults', 'token', 'signed in', 'read'),
  row('GET', '/tokens/attention', 'token', 'signed in', 'read'),
  row('GET', '/tokens/:id', 'token', 'signed in', 'read'),
  row('GET', '/tokens/:id/sheet', 'token', 'signed in', 'read'),
  row('PATCH', '/tokens/:id', 'token', 'signed in', 'write'),
  row('POST', '/tokens/:id/extend', 'token', 'signed in', 'write'),
  row('POST', '/tokens/:id/assign', 'token', 'signed in', 'write', proof),
  row('POST', '/tokens/:id/reissue', 'token', 'signed in', 'write'),
  row('POST', '/tokens/:id/send-sms', 'token', 'signed in', 'write'),
  row('POST', '/tokens/:id/send-email', 'token', 'signed in', 'write'),
  row('DELETE', '/tokens/:id/scheduled-sends/:channel', 'token', 'signed in', 'write'),
  row('POST', '/tokens/:id/scheduled-sends/:channel/send-now', 'token', 'signed in', 'write'),
  row('GET', '/tokens/:id/reminders', 'token', 'signed in', 'read'),
  row('POST', '/tokens/:id/reminders/pause', 'token', 'signed in', 'write'),
  row('POST', '/tokens/:id/reminders/resume', 'token', 'signed in', 'write'),
  row('POST', '/tokens/:id/problem/close', 'token', 'signed in', 'write'),
  row('GET', '/tokens/:id/thanks', 'token', 'signed in', 'read'),
  row('POST', '/tokens/:id/thanks', 'token', 'signed in', 'write'),
  row('GET', '/tokens/:id/ask-again', 'token', 'signed in', 'read'),
  row('POST', '/tokens/:id/ask-again', 'token', 'signed in', 'write'),
  row('POST', '/tokens/:id/check/unlock', 'token', 'signed in', 'write'),
  row('POST', '/tokens/:id/snooze', 'token', 'signed in', 'write'),
  row('POST', '/sending-jobs/check', 'token', 'signed in', 'write'),
  row('POST', '/sending-jobs', 'token', 'signed in', 'write'),
  row('GET', '/sending-jobs', 'token', 'signed in', 'read'),
  row('GET', '/sending-jobs/:id', 'token', 'signed in', 'read'),
  row('GET', '/sending-jobs/:id/rows', 'token', 'signed in', 'read'),
  row('POST', '/sending-jobs/:id/results', 'token', 'signed in', 'write', proof),
  row('POST', '/sending-jobs/:id/start', 'token', 'signed in', 'write'),
  row('POST', '/sending-jobs/:id/pause', 'token', 'signed in', 'write'),
  row('POST', '/sending-jobs/:id/resume', 'token', 'signed in', 'write'),
  row('POST', '/sending-jobs/:id/cancel', 'token', 'signed in', 'write'),
  row('GET', '/request-templates', 'token', 'signed in', 'read'),
  row('POST', '/admin/request-templates', 'token', 'admin', 'write'),
  row('PATCH', '/admin/request-templates/:id', 'token', 'admin', 'write'),
  row('POST', '/admin/request-templates/:id/archive', 'token', 'admin', 'write'),
  row('GET', '/admin/tokens/monitor', 'token', 'admin', 'read'),
  row('GET', '/admin/tokens/attention', 'token', 'admin', 'read'),
  row('GET', '/statistics', 'token', 'signed in', 'read'),
  row('GET', '/admin/statistics', 'token', 'admin', 'read'),

  row('GET', '/documents', 'document', 'signed in', 'read'),
  row('GET', '/documents/attention', 'document', 'signed in', 'read'),
  row('GET', '/documents/:id', 'document', 'signed in', 'read'),
  row('POST', '/documents/:id/review', 'document', 'signed in', 'write'),
  row('POST', '/documents/:id/snooze', 'document', 'signed in', 'write'),
  row('GET', '/admin/documents', 'document', 'admin', 'read'),
  row('GET', '/admin/documents/attention', 'document', 'admin', 'read'),
  row('POST', '/admin/documents/download', 'document', 'admin', 'write', proof),
  row('POST', '/requests/:id/download', 'document', 'signed in', 'write'),
  row('DELETE', '/upload/file/:id', 'document', 'signed in', 'write'),
  row('DELETE', '/upload/files/bulk', 'document', 'signed in', 'write', proof),
  row('GET', '/files/:capability', 'document', 'public', 'file'),
  row('GET', '/files/:capability/pages', 'document', 'public', 'file'),
  row('GET', '/files/:capability/pages/:page', 'document', 'public', 'file'),
  row('GET', '/files/:capability/thumbnail', 'document', 'public', 'file'),

  row('GET', '/users', 'auth', 'admin', 'read'),
  row('GET', '/admin/users', 'auth', 'admin', 'read'),
  row('POST', '/admin/users', 'auth', 'admin', 'write', proof),
  row('POST', '/admin/users/:id/invite', 'auth', 'admin', 'write'),
  row('POST', '/admin/users/:id/disable', 'auth', 'admin', 'write', proof),
  row('POST', '/admin/users/:id/enable', 'auth', 'admin', 'write', proof),
  row('POST', '/admin/users/:id/cover', 'auth', 'admin', 'write', proof),
  row('DELETE', '/admin/users/:id/cover', 'auth', 'admin', 'write'),
  row('POST', '/admin/users/:id/second-factor/require', 'auth', 'admin', 'write', proof),
  row('POST', '/admin/users/:id/second-factor/reset', 'auth', 'admin', 'write', proof),

  row('GET', '/admin/audit', 'audit', 'admin', 'read'),
  row('GET', '/admin/audit/export', 'audit', 'admin', 'read', proof),

  row('POST', '/twilio/status', 'notification', 'public', 'callback'),

  row('GET', '/events', 'gateway', 'signed in', 'read', { background: true }),
  row('GET', '/openapi.json', 'gateway', 'public', 'read'),
  row('GET', '/docs', 'gateway', 'public', 'read'),
  row('GET', '/docs/style.css', 'gateway', 'public', 'read'),
];

/** The row for a call; throws if the table has none. */
export function routeFor(method: Method, path: string): Route {
  const found = routes.find((route) => route.method === method && route.path === path);
  if (!found) throw new Error(`${method} ${path} is not in the routing table`);
  return found;
}
