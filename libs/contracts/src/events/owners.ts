import { mayRecord } from '../audit/actions.js';
import type { EventData, EventType } from './catalogue.js';

/** Services that publish events. */
export const eventSources = ['auth', 'token', 'document', 'notification', 'audit'] as const;
export type EventSource = (typeof eventSources)[number];

/**
 * The services that may publish each type. Consumers reject an event from any other source, and the broker
 * does not let that service publish it. Every source publishes audit records, of the actions that it performs
 * ({@link recordsOwnAction}); the gateway sends its records over HTTP.
 */
export const eventOwners = {
  'user.created': ['auth'],
  'user.updated': ['auth'],
  'user.disabled': ['auth'],
  'user.enabled': ['auth'],
  'user.invited': ['auth'],
  'user.links_handed_over': ['auth'],
  'user.cover_changed': ['auth'],
  'team.changed': ['auth'],
  'user.preferences_changed': ['auth'],
  'session.revoked': ['auth'],
  'session.opened_on_new_device': ['auth'],
  'password_reset.requested': ['auth'],
  'password.changed': ['auth'],
  'sign_in.failed_repeatedly': ['auth'],
  'user.became_admin': ['auth'],
  'second_factor.changed': ['auth'],
  'token.created': ['token'],
  'token.revoked': ['token'],
  'token.expired': ['token'],
  'token.used': ['token'],
  'token.sms_changed': ['token'],
  'token.email_requested': ['token'],
  'token.email_changed': ['token'],
  'token.schedule_changed': ['token'],
  'token.extended': ['token'],
  'token.assigned': ['token'],
  'token.renewal_asked': ['token'],
  'token.asked_again': ['token'],
  'token.problem_reported': ['token'],
  'token.problem_changed': ['token'],
  'token.problem_closed': ['token'],
  'token.check_locked': ['token'],
  'token.check_unlocked': ['token'],
  'token.snoozed': ['token'],
  'token.sending_changed': ['token'],
  'upload.completed': ['document'],
  'document.released': ['document'],
  'document.rejected': ['document'],
  'document.deleted': ['document'],
  'document.review_changed': ['document'],
  'document.snoozed': ['document'],
  'document.asked_again': ['document'],
  'document.assigned': ['document'],
  'sms.status_changed': ['notification'],
  'email.status_changed': ['notification'],
  'audit.recorded': eventSources,
} as const satisfies Record<EventType, readonly EventSource[]>;

/** Whether `source` may publish events of this type. */
export function ownsEvent(source: string, type: EventType): boolean {
  const owners: readonly string[] = eventOwners[type];
  return owners.includes(source);
}

/** Whether the event is not an audit record, or is one of an action that `source` performs. */
export function recordsOwnAction(source: string, type: EventType, data: EventData<EventType>): boolean {
  return type !== 'audit.recorded' || mayRecord(source, (data as EventData<'audit.recorded'>).action);
}

/** The types that a service may publish. */
export function eventsOwnedBy(source: EventSource): EventType[] {
  return (Object.keys(eventOwners) as EventType[]).filter((type) => ownsEvent(source, type));
}
