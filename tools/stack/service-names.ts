import { auditRoles, databaseOwners, serviceNames } from './service-names.mjs';

export { auditRoles, databaseOwners, serviceNames };
export type ServiceName = (typeof serviceNames)[number];
export type DatabaseOwner = (typeof databaseOwners)[number];
export type AuditRole = (typeof auditRoles)[number];
