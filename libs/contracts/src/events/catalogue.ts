import { z } from 'zod';

/**
 * Every event of the system (design §3): past-tense facts, versioned, additive only. Ids, codes and times
 * travel, nothing else: no link values, file names, comments, phone numbers, names or addresses.
 */
const id = z.uuid();
const time = z.iso.datetime({ precision: 3 });

const aboutUser = z.object({ userId: id });
const aboutToken = z.object({ tokenId: id, ownerId: id });
const aboutDocument = z.object({ documentId: id, tokenId: id, ownerId: id });

export const eventCatalogue = {
  'user.created': aboutUser,
  'user.updated': aboutUser,
  'user.disabled': aboutUser,
  'user.enabled': aboutUser,
  'user.invited': aboutUser,
  /** `sessionId` null: all sessions of the user. */
  'session.revoked': z.object({ userId: id, sessionId: id.nullable() }),
  'password_reset.requested': aboutUser,
  'password.changed': aboutUser,
  'token.created': aboutToken,
  'token.revoked': aboutToken,
  'token.expired': aboutToken,
  'token.used': aboutToken,
  'token.sms_changed': aboutToken,
  'upload.completed': aboutDocument.extend({
    claimId: id,
    receivedAt: time,
    scan: z.enum(['clean', 'pending']),
  }),
  'document.released': aboutDocument,
  'document.rejected': aboutDocument,
  'document.deleted': aboutDocument,
  'sms.status_changed': z.object({
    tokenId: id,
    deliveryId: id,
    status: z.enum(['delivered', 'sent', 'failed', 'other']),
    /** The provider's error code, for example '30003'. */
    errorCode: z.string().nullable(),
  }),
} as const;

export type EventType = keyof typeof eventCatalogue;
export type EventData<Type extends EventType> = z.infer<(typeof eventCatalogue)[Type]>;
export const eventTypes = Object.keys(eventCatalogue) as EventType[];
