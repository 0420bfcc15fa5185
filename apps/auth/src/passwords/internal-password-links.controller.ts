import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { mintPasswordLinkBody, type mintPasswordLinkAnswer } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import type { z } from 'zod';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { UsersQueries } from '../users/users.queries.js';
import { mintPasswordLink } from './mint-password-link.js';

type Answer = z.infer<typeof mintPasswordLinkAnswer>;

@Callers('notification')
@Controller('internal/password-links')
export class InternalPasswordLinksController {
  constructor(
    private readonly prisma: PrismaService,
    private readonly users: UsersQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Called at the moment of sending, so that the secret travels in no event (design §3). */
  @Post('mint')
  @HttpCode(200)
  async mint(@Body() body: unknown) {
    const { userId, purpose } = parse(mintPasswordLinkBody, body);
    const link = await mintPasswordLink(this.prisma, this.config, userId, purpose);
    const user = link && (await this.users.find(userId));
    if (!user) return success<Answer>({ outcome: 'none' });
    const { email, firstName } = user;
    const expiresAt = link.expiresAt.toISOString();
    return success<Answer>({ outcome: 'minted', url: link.url, email, firstName, expiresAt });
  }
}
