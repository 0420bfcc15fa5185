import type { Operation } from './operations/operation.js';
import { account } from './operations/account.js';
import { audit } from './operations/audit.js';
import { clinicians } from './operations/clinicians.js';
import { documents } from './operations/documents.js';
import { links } from './operations/links.js';
import { patient } from './operations/patient.js';
import { system } from './operations/system.js';
import { requestTemplates } from './operations/request-templates.js';
import { sendingJobs } from './operations/sending-jobs.js';

/** Every call, keyed by row of the routing table (`method path`); a spec checks that the two match. */
export const operations: Record<string, Operation> = {
  ...account,
  ...patient,
  ...links,
  ...sendingJobs,
  ...requestTemplates,
  ...documents,
  ...audit,
  ...clinicians,
  ...system,
};
