import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { LOGGER } from '../config.js';
import { Recipients } from '../mail/recipients.js';
import type { Announced, NewDocument } from './collections.js';

/** Short, because later events wait for the response. */
const TIMEOUT_MS = 2_000;

type About = Pick<NewDocument, 'userId' | 'teamId'>;

/** `admins`: the users are the administrators, because no one looks after the link. */
interface Found {
  userIds: string[];
  admins: boolean;
}

/** Looks up the users to whom new documents are announced. Each user's own choice is applied later. */
@Injectable()
export class DocumentRecipients {
  constructor(
    private readonly recipients: Recipients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns one entry per document and recipient; asks auth once for each owner and team. */
  async of(documents: NewDocument[]): Promise<Announced[]> {
    const asked = new Map<string, Promise<Found | null>>();
    const ask = (about: About): Promise<Found | null> => {
      const key = `${about.userId} ${about.teamId}`;
      const asking = asked.get(key) ?? this.ask(about);
      asked.set(key, asking);
      return asking;
    };
    const announced: Announced[] = [];
    for (const document of documents) {
      const before = document.announcedTo ? await ask(document.announcedTo) : null;
      const isNew = ({ recipientId }: Announced) =>
        recipientId === null || !before?.userIds.includes(recipientId);
      announced.push(...announcedTo(document, await ask(document)).filter(isNew));
    }
    return announced;
  }

  /** Null when auth cannot be reached, so that no document waits for it. */
  private async ask({ userId, teamId }: About): Promise<Found | null> {
    try {
      const { recipients, admins = false } = await this.recipients.of(
        userId,
        'documents',
        teamId,
        TIMEOUT_MS,
      );
      return { userIds: recipients.map((one) => one.userId), admins };
    } catch (err) {
      this.logger.warn({ err }, 'failed to look up the recipients of an email; retrying when it is sent');
      return null;
    }
  }
}

/**
 * Returns one entry per recipient. If auth could not be reached, or no one looks after the document's link, returns one
 * entry, whose recipients are looked up when the email is sent.
 */
function announcedTo(document: NewDocument, found: Found | null): Announced[] {
  const whole = { ...document, toAdmins: false, part: 0 };
  if (found === null) return [{ ...whole, recipientId: null }];
  const { userIds, admins } = found;
  if (userIds.length === 0 || admins) return [{ ...whole, recipientId: document.userId, toAdmins: admins }];
  const several = userIds.length > 1;
  return userIds.map((recipientId, index) => ({ ...whole, recipientId, part: several ? index + 1 : 0 }));
}
