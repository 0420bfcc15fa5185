import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, ServiceCallFailed } from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import type { Token } from '../generated/prisma/client.js';
import { isBeingCommitted } from '../tokens/token.js';
import { SettleClaim } from './settle-claim.js';

/** The event of an upload usually follows the confirmation of its claim within milliseconds. */
const COMMITS_WITHIN_MS = 2_000;
const LOOK_EACH_MS = 100;

type Concluded = Pick<Token, 'status' | 'confirmedAt' | 'claimId'>;

@Injectable()
export class ConcludeClaim {
  constructor(private readonly settleClaim: SettleClaim) {}

  /**
   * Returns the link once its confirmed claim has ended; until then it is not known whether a document was stored.
   * `read` reads the link again. Settling abandons an upload that has not committed yet, so the upload is given time
   * first. Throws 503 if the claim has to be settled and the document service cannot do so.
   */
  async execute<Link extends Concluded>(found: Link, read: () => Promise<Link>): Promise<Link> {
    let link = found;
    for (let waited = 0; isBeingCommitted(link) && waited < COMMITS_WITHIN_MS; waited += LOOK_EACH_MS) {
      await sleep(LOOK_EACH_MS);
      link = await read();
    }
    if (!isBeingCommitted(link) || link.claimId === null) return link;
    await this.settle(link.claimId);
    return read();
  }

  /**
   * A rejection by the document service says nothing about the link, so it must not be returned as a rejection of the
   * link.
   */
  private async settle(claimId: string): Promise<void> {
    try {
      await this.settleClaim.execute(claimId);
    } catch (error) {
      throw error instanceof AppError ? new ServiceCallFailed('document', error.status, error.code) : error;
    }
  }
}
