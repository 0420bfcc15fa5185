import type { Principal } from '@caredrop/service-kit';
import { about, AttemptTally, howItEnded, recordAct, type Act, type Logger } from '@caredrop/service-kit';
import { UnitOfWork } from '@caredrop/messaging';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Tx } from '../database/prisma.service.js';
import type { Capability } from '../files/capability.js';
import { LOGGER } from '../logger.js';

type Row = { id: string; tokenId: string };
type Reader = { id: string; role: Principal['role'] };
export type FileAct = 'document.preview' | 'document.download';

/** Files whose later parts are remembered as begun; more are only recorded more often than need be. */
const BEGUN = 10_000;

/**
 * The audit entries of what people see of documents. Each is committed before anything leaves: nothing is shown that
 * could not be recorded. Lists are not recorded row by row: they show what a link's owner knows, and no document.
 */
@Injectable()
export class RecordReads implements BeforeApplicationShutdown {
  private readonly begun = new Set<string>();
  private readonly refusals: AttemptTally;

  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.refusals = new AttemptTally({ write: (act) => this.write(act), logger });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.refusals.stop();
  }

  /** A document's page, with what the patient wrote. */
  view(row: Row): Promise<void> {
    return this.write({ action: 'document.view', ...whichOf(row) });
  }

  zip(rows: Row[]): Promise<void> {
    return this.write({ action: 'document.download_zip', related: rows.map(({ id }) => about.document(id)) });
  }

  /**
   * A file's bytes. A viewer asks for a PDF in parts: those after the first, through the same address, belong to the
   * act that is recorded already.
   */
  async file(action: FileAct, row: Row, reader: Reader, capability: Capability, from: number): Promise<void> {
    const key = [action, capability.documentId, capability.sessionId, capability.expiresAt.getTime()].join(
      ' ',
    );
    if (from > 0 && this.begun.has(key)) return;
    await this.write({ action, ...whichOf(row), actor: reader });
    if (this.begun.size >= BEGUN) this.begun.clear();
    this.begun.add(key);
  }

  /** It could not be read, its session is over, or it is not theirs. */
  failed(action: FileAct, documentId: string, error: unknown): Promise<void> {
    return this.refusals.note({ action, ...howItEnded(error), subject: about.document(documentId) });
  }

  private async write(act: Act): Promise<void> {
    await recordAct(this.unitOfWork.emit, act);
  }
}

const whichOf = ({ id, tokenId }: Row) => ({ subject: about.document(id), related: [about.token(tokenId)] });
