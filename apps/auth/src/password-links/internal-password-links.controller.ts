import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { mintPasswordLinkBody, type mintPasswordLinkResponse } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import type { z } from 'zod';
import { UsersQueries } from '../users/users.queries.js';
import { MintRequestedLink } from './mint-requested-link.js';

type MintResponse = z.infer<typeof mintPasswordLinkResponse>;

@Callers('notification')
@Controller('internal/password-links')
export class InternalPasswordLinksController {
  constructor(
    private readonly mintLink: MintRequestedLink,
    private readonly users: UsersQueries,
  ) {}

  /** Called at the moment of sending, so that no event contains the secret. */
  @Post('mint')
  @HttpCode(200)
  async mint(@Body() body: unknown) {
    const wanted = parse(mintPasswordLinkBody, body);
    const link = await this.mintLink.execute(wanted);
    const user = link && (await this.users.find(wanted.userId));
    if (!user) return success<MintResponse>({ outcome: 'none' });
    const { email, firstName } = user;
    const expiresAt = link.expiresAt.toISOString();
    return success<MintResponse>({ outcome: 'minted', url: link.url, email, firstName, expiresAt });
  }
}
