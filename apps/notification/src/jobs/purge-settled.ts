import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';

/** Forgets deliveries that were settled long ago. What is still to be sent or in doubt is never purged. */
@Injectable()
export class PurgeSettled {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(): Promise<void> {
    const days = this.config.DELIVERIES_KEPT_DAYS;
    await this.prisma.$executeRaw`
      DELETE FROM mail_deliveries WHERE settled_at < now() - ${days} * interval '1 day'`;
    await this.prisma.$executeRaw`
      DELETE FROM sms_deliveries
      WHERE created_at < now() - ${days} * interval '1 day' AND state <> 'sending' AND check_at IS NULL`;
  }
}
