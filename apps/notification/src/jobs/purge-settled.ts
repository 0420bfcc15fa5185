import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { purgeRows } from './purge-rows.js';

/** {@link purgeRows} with this service's settings. */
@Injectable()
export class PurgeSettled {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(): Promise<void> {
    await purgeRows(this.prisma, this.config.DELIVERIES_KEPT_DAYS);
  }
}
