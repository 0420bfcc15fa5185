/** The screens of the workspace that need no id, by who opens them. */
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
