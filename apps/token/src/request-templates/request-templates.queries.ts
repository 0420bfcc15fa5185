import { Inject, Injectable } from '@nestjs/common';
import type { RequestTemplate as Shown } from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import { UserNames } from '../people/user-names.js';
import { inOrder } from '../offered-languages/offered.js';
import type { RequestItems } from '../request-items/request-items.js';
import type { TemplateTexts } from '../template-texts/template-texts.js';
import { TemplateVersions, type WrittenTemplate } from '../template-texts/template-versions.js';

@Injectable()
export class RequestTemplateQueries {
  constructor(
    private readonly versions: TemplateVersions,
    private readonly names: UserNames,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES'>,
  ) {}

  /** The templates that are not archived, sorted by name. */
  async all(): Promise<Shown[]> {
    const shown = await this.shown(await this.versions.present());
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
        texts: inOrder(written.texts as TemplateTexts, this.config.LANGUAGES),
        items: written.items as RequestItems | null,
        changed_by: { firstName: author.firstName, lastName: author.lastName },
        changed_at: written.writtenAt.toISOString(),
      };
    });
  }
}
