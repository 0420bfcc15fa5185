import type { RequestTemplateBody } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { appError, auditSubject, isUuid, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { Prisma, type RequestTemplate, type RequestTemplateVersion } from '../generated/prisma/client.js';
import type { RequestItems } from '../request-items/request-items.js';
import type { TemplateTexts } from '../template-texts/template-texts.js';

/** Key of the advisory lock under which one transaction at a time checks the names and the number of templates. */
const CHANGING = 728_371_101;

/** Returns the templates that are not archived, and locks them against other changes until the transaction ends. */
export async function lockTemplates(tx: Tx): Promise<RequestTemplate[]> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CHANGING}::bigint)`;
  return tx.requestTemplate.findMany({ where: { archivedAt: null } });
}

/** Throws 404 for a template that is unknown or archived, and 409 for one that has changed since this version. */
export function requireVersion(templates: RequestTemplate[], id: string, version: number): RequestTemplate {
  const template = templates.find((one) => isUuid(id) && one.id === id.toLowerCase());
  if (!template) throw appError('not_found');
  if (template.version !== version) throw appError('template_changed');
  return template;
}

/** The content of a version, in a form that can be stored. */
type VersionWords = Pick<RequestTemplateBody, 'expiryDays' | 'reminders'> & {
  texts: TemplateTexts;
  items: RequestItems | null;
};

/** Stores a new version, which is used for links and files made from now on. */
export function writeVersion(
  tx: Tx,
  { id: templateId, version }: RequestTemplate,
  author: Principal,
  { expiryDays, reminders, texts, items }: VersionWords,
): Promise<RequestTemplateVersion> {
  const { userId: authorId, firstName: authorFirstName, lastName: authorLastName } = author;
  const names = { authorId, authorFirstName, authorLastName };
  return tx.requestTemplateVersion.create({
    data: { templateId, version, texts, items: items ?? Prisma.DbNull, expiryDays, reminders, ...names },
  });
}

/** Audits only the template's id and version; the texts stay in the database. */
export const auditTemplate = (
  emit: Emit,
  change: 'create' | 'change' | 'archive',
  { id, version }: RequestTemplate,
): Promise<void> =>
  recordAuditEvent(emit, {
    action: `request_template.${change}`,
    subject: auditSubject.requestTemplate(id),
    codes: [`version.${version}`],
  });
