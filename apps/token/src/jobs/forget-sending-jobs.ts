import { sendingLimits } from '@caredrop/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';

/**
 * Deletes files of requests with their rows 14 days after they have ended. One that has not ended 14 days after it was
 * created is cancelled, so that it does not keep phone numbers and email addresses.
 */
@Injectable()
export class ForgetSendingJobs {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** Returns how many were deleted. */
  async execute(): Promise<number> {
    const days = sendingLimits.keptDays;
    await this.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`
        UPDATE sending_jobs SET state = 'cancelled', ended_at = now(), version = version + 1
        WHERE ended_at IS NULL AND created_at <= now() - ${days}::int * interval '1 day'`;
      await tx.$executeRaw`
        UPDATE sending_rows r SET state = 'cancelled', code = NULL, phone_number = NULL, email_address = NULL, nickname = NULL
        FROM sending_jobs j
        WHERE j.id = r.job_id AND j.state = 'cancelled' AND r.lease_until IS NULL AND r.state IN ('waiting', 'sending')`;
    });
    return this.prisma.$executeRaw`
      DELETE FROM sending_jobs WHERE ended_at <= now() - ${days}::int * interval '1 day'`;
  }
}
