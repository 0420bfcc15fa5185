import { auditResponse, auditExportQuery, auditQuery } from '@caredrop/contracts';
import type { Operation } from './operation.js';

/** Calls under the tag *Audit*, keyed by row of the routing table. */
export const audit: Record<string, Operation> = {
  'GET /admin/audit': {
    tag: 'Audit',
    summary: 'List audit entries, newest first',
    query: auditQuery,
    response: auditResponse,
    rejections: [400],
  },
  'GET /admin/audit/export': {
    tag: 'Audit',
    summary:
      'Export audit entries as signed JSON or CSV; `npm run audit -- verify --file` verifies it offline',
    query: auditExportQuery,
    media: 'application/json',
    rejections: [400],
  },
};
