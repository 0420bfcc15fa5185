// @ts-check
// Plain JavaScript: `npm run secrets` runs on the machine's own Node, before anything is installed.

/** The processes of the product, in the order in which they are stopped: the edge first. */
export const serviceNames = /** @type {const} */ ([
  'gateway',
  'notification',
  'document',
  'token',
  'auth',
  'audit',
]);

/** Those with a database of their own. */
export const databaseOwners = /** @type {const} */ (['auth', 'token', 'document', 'notification', 'audit']);

/**
 * Roles in the audit's database besides its owner (ADR 0008): the service writes with one that can change nothing
 * written, and the retention job alone can prune.
 */
export const auditRoles = /** @type {const} */ (['audit_writer', 'audit_retention']);
