/** The processes of the product, in the order in which they are stopped: the edge first. */
export const serviceNames = ['gateway', 'notification', 'document', 'token', 'auth', 'audit'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Those with a database of their own. */
export const databaseOwners = ['auth', 'token', 'document', 'notification', 'audit'] as const;
export type DatabaseOwner = (typeof databaseOwners)[number];

/**
 * Roles in the audit's database besides its owner (ADR 0008): the service writes with one that can change nothing
 * written, and the retention job alone can prune.
 */
export const auditRoles = ['audit_writer', 'audit_retention'] as const;
export type AuditRole = (typeof auditRoles)[number];
