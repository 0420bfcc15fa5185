import { Inject, Injectable } from '@nestjs/common';
import type { EventData, EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import { currentTraceparent } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { MailWorker } from '../mail/mail-worker.js';
import { NotificationMetrics } from '../metrics.js';
import { announce, choiceOf } from './announcement-rule.js';
import { DatabaseClock } from './database-clock.js';
import {
  addToCollection,
  openCollection,
  queueAtOnce,
  type Announced,
  type NewDocument,
} from './collections.js';
import { orToAdmins } from './or-to-admins.js';
import { DocumentRecipients } from './document-recipients.js';
import { lockReaders, newDocuments, setQuietUntil, type KnownReader } from './document-readers.js';

type Arrival = Pick<EventEnvelope<EventType>, 'id' | 'correlationId'> & {
  data: EventData<'document.released'>;
};

/**
 * Announces new documents, once they can be opened, to owners, their covers and teams, as each has chosen: by an email
 * at once, in a collected email, or not at all. Announces each document once, however often its event comes, even if
 * the recipients have changed since; only an assignment (`announcedTo`) announces it to further recipients.
 */
@Injectable()
export class AnnounceDocuments {
  constructor(
    private readonly worker: MailWorker,
    private readonly recipients: DocumentRecipients,
    private readonly clock: DatabaseClock,
    private readonly metrics: NotificationMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param announcedTo the owner and team to whose recipients an earlier event announced the document */
  execute(
    { batch, afterCommit }: EventContext<Tx>,
    { id: eventId, correlationId, data }: Arrival,
    announcedTo: NewDocument['announcedTo'] = null,
  ): void {
    const { ownerId: userId, documentId, tokenId, teamId = null } = data;
    const traceparent = currentTraceparent() ?? null;
    const about = { userId, teamId, documentId, tokenId };
    batch(this.all, { eventId, correlationId, ...about, traceparent, announcedTo });
    afterCommit(() => this.worker.wake());
  }

  /** Announces the documents of a batch of events, user by user in a fixed order, so that batches cannot deadlock. */
  private readonly all = async (tx: Tx, documents: NewDocument[]): Promise<void> => {
    const wanted = await this.recipients.of(await newDocuments(tx, documents));
    const readers = await lockReaders(tx, [...new Set(wanted.flatMap((one) => [readerOf(one), one.userId]))]);
    const silent = readers.filter((reader) => choiceOf(reader, this.config.NOTIFY_DEFAULT) === 'none');
    const announced = orToAdmins(wanted, new Set(silent.map(({ userId }) => userId)));
    const now = await this.clock.now(tx);
    for (const reader of readers) {
      for (const document of announced.filter((one) => readerOf(one) === reader.userId)) {
        const how = await this.one(tx, reader, document, now);
        this.metrics.documents.inc({ how });
      }
    }
  };

  private async one(tx: Tx, reader: KnownReader, document: Announced, now: Date) {
    const { NOTIFY_DEFAULT, CLINIC_TIME_ZONE } = this.config;
    const { recipientId, toAdmins } = document;
    // Auth could not be reached, so the recipients are unknown: the team, or a colleague who stands in, may want an
    // email now even if the owner does not. Those who want none are left out when it is sent.
    if (recipientId === null) {
      await queueAtOnce(tx, document);
      return 'at-once';
    }
    // Auth knows that the owner is disabled before our copy does.
    const choice = choiceOf({ ...reader, disabled: reader.disabled || toAdmins }, NOTIFY_DEFAULT);
    const collects = choice === 'collected' || choice === 'daily';
    // A collection that is due can still grow, because its email has not been sent yet.
    if (collects && (await addToCollection(tx, reader.userId))) return 'collected';
    const announcement = announce(choice, reader.quietUntil, now, CLINIC_TIME_ZONE);
    if (announcement.how === 'collected')
      await openCollection(tx, { ...document, recipientId }, announcement.dueAt);
    if (announcement.how === 'at-once') {
      await queueAtOnce(tx, document);
      if (announcement.quietUntil) await setQuietUntil(tx, reader, announcement.quietUntil);
    }
    return announcement.how;
  }
}

/** The user whose choice and quiet time decide how the document is announced. */
const readerOf = ({ recipientId, userId }: Announced): string => recipientId ?? userId;
