import { AdminAudit } from '../../features/admin-audit/admin-audit.js';

/** /admin/audit */
export const Component = AdminAudit;
