import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';

const KEPT_DAYS = 14;

/** Deletes hand-overs of disabled users' links 14 days after they have ended. One that has not ended stays. */
@Injectable()
export class ForgetHandOvers {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** Returns how many were deleted. */
  execute(): Promise<number> {
    return this.prisma.$executeRaw`
      DELETE FROM link_hand_overs WHERE ended_at <= now() - ${KEPT_DAYS}::int * interval '1 day'`;
  }
}
