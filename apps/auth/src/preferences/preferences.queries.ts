import { Inject, Injectable } from '@nestjs/common';
import { documentMailChoices, type Preferences } from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';

@Injectable()
export class PreferencesQueries {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The user's choices, or the clinic's default where the user has made none. */
  async of(userId: string): Promise<Preferences> {
    const row = await this.prisma.user.findUnique({ where: { id: userId }, select: { documentMail: true } });
    const chosen = documentMailChoices.find((choice) => choice === row?.documentMail);
    return { documentMail: chosen ?? this.config.NOTIFY_DEFAULT };
  }
}
