import { auditRoles, databaseOwners, serviceNames } from './service-names.mjs';

export { auditRoles, databaseOwners, serviceNames };
export type ServiceName = (typeof serviceNames)[number];
export type DatabaseOwner = (typeof databaseOwners)[number];

/** All processes: the services, and the signer of the audit's checkpoints, which belongs to the app `audit`. */
export const processNames = [...serviceNames, 'audit-signer'] as const;
export type ProcessName = (typeof processNames)[number];

/** The app that a process runs, and its entry point: in `dist` as compiled, in `dist/bundle` with its packages. */
export const programOf = (name: ProcessName): { app: ServiceName; main: string } =>
  name === 'audit-signer' ? { app: 'audit', main: 'signer/main.js' } : { app: name, main: 'main.js' };

export type AuditRole = (typeof auditRoles)[number];
