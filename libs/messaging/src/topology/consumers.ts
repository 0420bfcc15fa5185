import type { EventType } from '@caredrop/contracts/events';
import type { ServiceName } from '../messaging.options.js';

/**
 * The only place that defines which service consumes which events. Before it publishes, every process declares all
 * queues and bindings or checks that the queues exist, so that no event is published before its consumer's queue
 * exists. A service must have a handler for each type listed here, and for no other. The gateway is not listed: its
 * replicas listen through `subscribeLive`.
 */
export const consumers = {
  auth: [],
  token: [
    'upload.completed',
    'document.deleted',
    'document.rejected',
    'document.review_changed',
    'sms.status_changed',
    'email.status_changed',
    'user.links_handed_over',
  ],
  document: ['user.updated', 'token.asked_again', 'token.assigned'],
  notification: [
    'upload.completed',
    'document.released',
    'document.rejected',
    'user.disabled',
    'user.enabled',
    'user.invited',
    'user.preferences_changed',
    'password_reset.requested',
    'password.changed',
    'sign_in.failed_repeatedly',
    'user.became_admin',
    'user.cover_changed',
    'team.changed',
    'second_factor.changed',
    'session.opened_on_new_device',
    'token.email_requested',
    'token.renewal_asked',
    'token.problem_reported',
    'token.check_locked',
    'token.assigned',
  ],
  audit: ['audit.recorded'],
} as const satisfies Record<ServiceName, readonly EventType[]>;

/** Services with a queue. */
export const consumingServices = (Object.keys(consumers) as ServiceName[]).filter(
  (service) => consumers[service].length > 0,
);

export function consumedBy(service: ServiceName): readonly EventType[] {
  return consumers[service];
}

/** Whether some service must receive this event, so that an unroutable one is an error. */
export function hasDurableConsumer(type: EventType): boolean {
  return consumingServices.some((service) => consumedBy(service).includes(type));
}

/** Whether gateways receive this event, for open browsers: all except audit records (high volume, never shown live). */
export function hasLiveListener(type: EventType): boolean {
  return type !== 'audit.recorded';
}
