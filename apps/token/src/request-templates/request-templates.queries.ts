import { Inject, Injectable } from '@nestjs/common';
import type { RequestTemplate as Shown } from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { UserNames } from '../people/user-names.js';
import { textsInOrder, type TemplateTexts } from '../template-texts/template-texts.js';
import type { WrittenTemplate } from './request-template.js';

@Injectable()
export class RequestTemplateQueries {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly names: UserNames,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES'>,
  ) {}

  /** Those that are not archived, by name. */
  async all(): Promise<Shown[]> {
    const found = await this.prisma.requestTemplate.findMany({
      where: { archivedAt: null },
      include: { versions: { orderBy: { version: 'desc' }, take: 1 } },
    });
    const present = found.flatMap(({ versions: [written], ...template }) =>
      written ? [{ template, written }] : [],
    );
    const shown = await this.shown(present);
    return shown.sort((one, other) => one.name.localeCompare(other.name));
  }

  async one(written: WrittenTemplate): Promise<Shown | undefined> {
    return (await this.shown([written]))[0];
  }

  private async shown(templates: WrittenTemplate[]): Promise<Shown[]> {
    const people = await this.names.find(templates.map(({ written }) => written.authorId));
    return templates.map(({ template: { id, name }, written }) => {
      const { version, expiryDays, reminders } = written;
      const { authorFirstName: firstName, authorLastName: lastName } = written;
      const author = people.get(written.authorId) ?? { firstName, lastName };
      return {
        ...{ id, name, version, expiryDays, reminders },
        texts: textsInOrder(written.texts as TemplateTexts, this.config.LANGUAGES),
        changed_by: { firstName: author.firstName, lastName: author.lastName },
        changed_at: written.writtenAt.toISOString(),
      };
    });
  }
}
