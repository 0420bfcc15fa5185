import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { quotaReached } from './upload.errors.js';

interface Count {
  documents: number;
  /** Time of the next count, ms. */
  until: number;
}

const EVERYBODY = '';
/** Maximum number of clinicians cached; counting again costs one query each. */
const MAX_COUNTS = 10_000;

/**
 * Limits how many documents may arrive in a day (UTC), per clinician and in total, so that a stolen list of
 * links or a runaway program cannot fill the store or a clinician's list. Each replica caches its counts for a
 * few seconds, and a recount contains only documents that exist. So the quota can be exceeded by the uploads of
 * other replicas in that time, by those in progress, and by documents that have been deleted since.
 */
@Injectable()
export class Quota {
  private readonly counts = new Map<string, Count>();

  constructor(
    private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Throws 429, with `Retry-After`, before any part of a document is read. */
  async admit(ownerId: string): Promise<void> {
    const { UPLOADS_PER_CLINICIAN_PER_DAY: perClinician, UPLOADS_PER_DAY: perDay } = this.config;
    const admitted = (await this.hasRoom(ownerId, perClinician)) && (await this.hasRoom(EVERYBODY, perDay));
    if (!admitted) throw quotaReached(secondsToMidnight(new Date()));
  }

  private async hasRoom(whose: string, limit: number): Promise<boolean> {
    const known = this.counts.get(whose);
    const count = known && known.until > Date.now() ? known : await this.recount(whose, limit);
    if (count.documents >= limit) return false;
    count.documents += 1;
    return true;
  }

  private async recount(whose: string, limit: number): Promise<Count> {
    const [row] = await this.prisma.$queryRawUnsafe<Array<{ documents: number }>>(
      `SELECT count(*)::int AS documents FROM (
         SELECT 1 FROM documents
         WHERE created_at >= date_trunc('day', now(), 'UTC') ${whose === EVERYBODY ? '' : 'AND owner_id = $2::uuid'}
         LIMIT $1) AS today`,
      limit,
      ...(whose === EVERYBODY ? [] : [whose]),
    );
    if (this.counts.size >= MAX_COUNTS) this.counts.clear();
    const count = { documents: row?.documents ?? 0, until: Date.now() + this.config.QUOTA_RECOUNT_MS };
    this.counts.set(whose, count);
    return count;
  }
}

const DAY_MS = 86_400_000;
const secondsToMidnight = (now: Date) => Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
