import { z } from 'zod';
import { auditRecord } from '../audit/entry.js';
import { documentMailChoices } from '../document-mail.js';

/**
 * Every event of the system: past-tense facts, versioned, additive only. Payloads hold ids, codes, times, numbers and
 * flags; audit records also hold the caller's network address and keyed hashes of settings. They never hold link
 * values, file names, comments, phone numbers, names or email addresses.
 */
const id = z.uuid();
const time = z.iso.datetime({ precision: 3 });

const aboutUser = z.object({ userId: id });
/** The link's team; absent when it has none. */
const teamId = id.nullish();
const aboutToken = z.object({ tokenId: id, ownerId: id, teamId });
const aboutDocument = z.object({ documentId: id, tokenId: id, ownerId: id, teamId });

/**
 * What happened to a second factor: it was set up or replaced, turned off, or removed by an administrator or an
 * operator, or a recovery code was used in its place.
 */
const secondFactorChanges = ['on', 'off', 'reset', 'recovery_used'] as const;

export const eventCatalogue = {
  'user.created': aboutUser,
  'user.updated': aboutUser,
  'user.disabled': aboutUser,
  /** `invited`: the account has no password yet, so `user.invited` is emitted as well, and its email is sufficient. */
  'user.enabled': aboutUser.extend({ invited: z.boolean().optional() }),
  'user.invited': aboutUser,
  /** By an invitation with that role, or by an operator's command. */
  'user.became_admin': aboutUser,
  /**
   * A colleague, a team or both take over the links of a disabled user. The token service then moves those that
   * still need an owner.
   */
  'user.links_handed_over': aboutUser.extend({ toUserId: id.nullable(), toTeamId: id.nullable() }),
  /**
   * A team was created, renamed or archived, or a member (`userId`) was added or removed, or started or stopped
   * watching it. `added`: the member was added, and is emailed.
   */
  'team.changed': z.object({ teamId: id, userId: id.nullish(), added: z.boolean().optional() }),
  /**
   * An absence of the user was set or ended early. `coverId`: the colleague who covers.
   */
  'user.cover_changed': aboutUser.extend({ coverId: id }),
  /** Carries the new choice: the notification service keeps a copy. */
  'user.preferences_changed': aboutUser.extend({ documentMail: z.enum(documentMailChoices) }),
  /** `sessionId` null: all sessions of the user. */
  'session.revoked': z.object({ userId: id, sessionId: id.nullable() }),
  /** A session was opened with a combination of device and network that the account had not used before. */
  'session.opened_on_new_device': z.object({ userId: id, sessionId: id }),
  /** `tooManyFailures`: auth itself requests it, because signing in may now need the link. */
  'password_reset.requested': aboutUser.extend({ tooManyFailures: z.boolean().optional() }),
  'password.changed': aboutUser,
  /** The password is being guessed: many consecutive sign-ins have failed. Emitted at most once a day. */
  'sign_in.failed_repeatedly': aboutUser,
  /** `replaced`, only with `on`: another app replaces the one that was in use. */
  'second_factor.changed': aboutUser.extend({
    change: z.enum(secondFactorChanges),
    replaced: z.boolean().optional(),
  }),
  'token.created': aboutToken,
  'token.revoked': aboutToken,
  'token.expired': aboutToken,
  'token.used': aboutToken,
  'token.sms_changed': aboutToken,
  /**
   * An email with the link (possibly a reminder) is to be sent. Recipient and text are requested from the token service
   * when it is sent.
   */
  'token.email_requested': aboutToken.extend({ deliveryId: id }),
  /** The status of an email with the link (possibly a reminder) has changed. */
  'token.email_changed': aboutToken,
  /**
   * A message with the link was scheduled, postponed or cancelled, a scheduled message failed, or a scheduled email was
   * queued. A scheduled text that is sent emits `token.sms_changed` instead.
   */
  'token.schedule_changed': aboutToken,
  'token.extended': aboutToken,
  /**
   * The link, with the document that arrived through it, now belongs to another user or team: `ownerId` and
   * `teamId`. `version` is the link's: an older event does not undo a newer one.
   */
  'token.assigned': aboutToken.extend({
    previousOwnerId: id,
    previousTeamId: teamId,
    version: z.number().int(),
    /**
     * A document that arrived after the link was assigned but was announced to the previous owner and team.
     */
    arrivedDocumentId: id.nullish(),
    /**
     * Set when the event is published again for a document that was still being scanned: a release after this time was
     * announced to the previous owner and team.
     */
    assignedAt: time.nullish(),
  }),
  /**
   * The patient needs a new link, and a clinician has to send it: automatic renewal is off, did not apply or failed.
   */
  'token.renewal_asked': aboutToken,
  /** The patient was asked again, with the link `replacedBy`, for the document of a used link. */
  'token.asked_again': aboutToken.extend({ documentId: id, replacedBy: id, askedAt: time }),
  /**
   * The patient cannot send the document, or the link is not theirs. Emitted at most once an hour for each link, unless
   * the earlier report was closed.
   */
  'token.problem_reported': aboutToken,
  /**
   * The patient has sent another report within an hour of `token.problem_reported`: open pages show it, and the owner
   * gets no second email.
   */
  'token.problem_changed': aboutToken,
  /** A clinician has dealt with what the patient reported. */
  'token.problem_closed': aboutToken,
  /** Too many wrong dates of birth were entered: a clinician has to unlock the patient check. */
  'token.check_locked': aboutToken,
  /** A clinician has unlocked the patient check. */
  'token.check_unlocked': aboutToken,
  /** A person has snoozed the link in their list of items that need attention, or has ended the snooze. */
  'token.snoozed': aboutToken,
  /** A file of requests was accepted, started, paused, resumed, cancelled or finished, or has to wait. */
  'token.sending_changed': z.object({ sendingJobId: id, ownerId: id }),
  'upload.completed': aboutDocument.extend({
    claimId: id,
    receivedAt: time,
    scan: z.enum(['clean', 'pending']),
  }),
  /**
   * The document can be opened. `previousOwnerId` and `previousTeamId`: set if it was released to them after its link
   * had been assigned to others; it has since followed the link.
   */
  'document.released': aboutDocument.extend({ previousOwnerId: id.nullish(), previousTeamId: teamId }),
  'document.rejected': aboutDocument,
  'document.deleted': aboutDocument,
  /**
   * A clinician has marked the document as reviewed or filed, or has undone that. `reviewedAt`: when it was last
   * marked; null when that was undone; absent in events of the previous version.
   */
  'document.review_changed': aboutDocument.extend({ reviewedAt: time.nullish() }),
  /** A person has snoozed the document in their list of items that need attention, or has ended the snooze. */
  'document.snoozed': aboutDocument,
  /** The document is now marked as asked for again. */
  'document.asked_again': aboutDocument,
  /** The document has followed its link to another user or team: `ownerId` and `teamId`. */
  'document.assigned': aboutDocument.extend({ previousOwnerId: id, previousTeamId: teamId }),
  'sms.status_changed': z.object({
    tokenId: id,
    deliveryId: id,
    status: z.enum(['delivered', 'sent', 'failed', 'other']),
    /**
     * The provider's error code, for example '30003'; `lost` for a text in doubt of which the provider has no record,
     * the only status that does not prove that it was accepted.
     */
    errorCode: z.string().nullable(),
  }),
  /**
   * An email with a link was accepted or refused by the clinic's mail server, failed because retries ran out, or was
   * not sent because the link had ended, its address was no longer stored or the reminder had been stopped.
   */
  'email.status_changed': z.object({
    tokenId: id,
    deliveryId: id,
    status: z.enum(['sent', 'failed', 'cancelled']),
    /** The mail server's reply code, for example '550', or one of ours. */
    errorCode: z.string().nullable(),
  }),
  /**
   * An entry for the audit store. The entry for a successful change is written in the transaction of the change; failed
   * and aggregated actions are recorded separately.
   */
  'audit.recorded': auditRecord,
} as const;

export type EventType = keyof typeof eventCatalogue;
export type EventData<Type extends EventType> = z.infer<(typeof eventCatalogue)[Type]>;
export const eventTypes = Object.keys(eventCatalogue) as EventType[];
export const isEventType = (type: string): type is EventType => Object.hasOwn(eventCatalogue, type);
