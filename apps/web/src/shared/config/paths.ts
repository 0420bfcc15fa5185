/** Every path of the application. `path` is the router's pattern, and `href` fills in the id, if there is one. */
const fixed = (path: string) => ({ path, href: () => path });
const withId = (prefix: string) => ({
  path: `${prefix}/:id`,
  href: (id: string) => `${prefix}/${encodeURIComponent(id)}`,
});

export const paths = {
  landing: fixed('/'),
  login: fixed('/login'),
  forgotPassword: fixed('/forgot-password'),
  resetPassword: fixed('/reset-password'),
  unauthorized: fixed('/unauthorized'),
  dashboard: fixed('/dashboard'),
  worklist: fixed('/worklist'),
  generateLink: fixed('/generate-link'),
  sendMany: fixed('/send-many'),
  sendingJob: withId('/send-many'),
  accountSecurity: fixed('/account-security'),
  tokens: fixed('/tokens'),
  token: withId('/tokens'),
  documents: fixed('/documents'),
  document: withId('/documents'),
  statistics: fixed('/statistics'),
  admin: fixed('/admin'),
  tokenMonitor: fixed('/admin/token-monitor'),
  adminDocuments: fixed('/admin/documents'),
  manageUsers: fixed('/admin/manage-users'),
  adminTeams: fixed('/admin/teams'),
  requestTemplates: fixed('/admin/request-templates'),
  adminStatistics: fixed('/admin/statistics'),
  adminAudit: fixed('/admin/audit'),
} as const;

/** The link a patient opens, on the origin of the current page. */
export const uploadLink = (token: string) => `${window.location.origin}/upload?token=${token}`;
