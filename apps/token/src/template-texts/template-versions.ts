import { Inject, Injectable } from '@nestjs/common';
import { appError } from '@caredrop/service-kit';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { RequestTemplate, RequestTemplateVersion, Token } from '../generated/prisma/client.js';
import type { RequestItems } from '../request-items/request-items.js';
import { foldedName, type TemplateTexts } from './template-texts.js';

/** The template version that a link is made with; both null for none. */
export type TemplateVersion = Pick<Token, 'templateId' | 'templateVersion'>;

/** A template with its current version. */
export interface WrittenTemplate {
  template: RequestTemplate;
  written: RequestTemplateVersion;
}

/** A version with its texts. */
export type NamedVersion = TemplateVersion & { texts: TemplateTexts };

@Injectable()
export class TemplateVersions {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** The templates that are not archived. */
  async present(): Promise<WrittenTemplate[]> {
    const found = await this.prisma.requestTemplate.findMany({
      where: { archivedAt: null },
      include: { versions: { orderBy: { version: 'desc' }, take: 1 } },
    });
    return found.flatMap(({ versions: [written], ...template }) => (written ? [{ template, written }] : []));
  }

  /**
   * The current version of a template that is not archived. Throws 400, or 409 if it is newer than `read`.
   *
   * @param read the version that the caller has read; undefined accepts any
   */
  async current(
    db: Pick<Tx, 'requestTemplate'>,
    id: string,
    read: number | undefined,
  ): Promise<TemplateVersion> {
    const template = await db.requestTemplate.findUnique({ where: { id, archivedAt: null } });
    if (!template) throw appError('template_unknown');
    if (read !== undefined && template.version !== read) throw appError('template_outdated');
    return { templateId: id, templateVersion: template.version };
  }

  /** The current versions of all templates that are not archived, by {@link foldedName}. */
  async byName(): Promise<Map<string, NamedVersion>> {
    const versions = (await this.present()).map(({ template: { id: templateId, name }, written }) => {
      const texts = written.texts as TemplateTexts;
      return [foldedName(name), { templateId, templateVersion: written.version, texts }] as const;
    });
    return new Map(versions);
  }

  /** The texts that a link's patient reads; empty for a link that was made without a template. */
  async textsOf({ templateId, templateVersion: version }: TemplateVersion): Promise<TemplateTexts> {
    if (templateId === null || version === null) return [];
    const where = { templateId_version: { templateId, version } };
    const { texts } = await this.prisma.requestTemplateVersion.findUniqueOrThrow({ where });
    return texts as TemplateTexts;
  }

  /** The documents that a request with this version asks for; null for one document, and without a template. */
  async itemsOf(
    db: Pick<Tx, 'requestTemplateVersion'>,
    { templateId, templateVersion: version }: TemplateVersion,
  ): Promise<RequestItems | null> {
    if (templateId === null || version === null) return null;
    const where = { templateId_version: { templateId, version } };
    const { items } = await db.requestTemplateVersion.findUniqueOrThrow({ where, select: { items: true } });
    return items as RequestItems | null;
  }

  /** A link's template with its current name; null for a link that was made without one. */
  async nameOf({ templateId }: TemplateVersion): Promise<{ id: string; name: string } | null> {
    if (templateId === null) return null;
    const select = { id: true, name: true };
    return this.prisma.requestTemplate.findUnique({ where: { id: templateId }, select });
  }
}
