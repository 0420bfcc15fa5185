/** The paths of the workspace's screens without an id, by role. */
export const paths = {
  clinician: [
    '/dashboard',
    '/worklist',
    '/generate-link',
    '/send-many',
    '/tokens',
    '/documents',
    '/statistics',
    '/account-security',
  ],
  administrator: [
    '/admin',
    '/admin/token-monitor',
    '/admin/documents',
    '/admin/manage-users',
    '/admin/teams',
    '/admin/request-templates',
    '/admin/statistics',
    '/admin/audit',
  ],
};
