// @ts-check
// Plain JavaScript: `npm run secrets` runs on the machine's own Node, before anything is installed.

/** The services. The gateway is the first, because it is stopped before the others. */
export const serviceNames = /** @type {const} */ ([
  'gateway',
  'notification',
  'document',
  'token',
  'auth',
  'audit',
]);

/** The services with a database. */
export const databaseOwners = /** @type {const} */ (['auth', 'token', 'document', 'notification', 'audit']);

/**
 * Roles in the audit's database other than its owner (docs/adr/0008): the service writes with one that cannot
 * change existing entries, a separate process signs checkpoints, and only the retention job can prune.
 */
export const auditRoles = /** @type {const} */ (['audit_writer', 'audit_signer', 'audit_retention']);
