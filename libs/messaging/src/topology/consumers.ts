import type { EventType } from '@caredrop/contracts/events';
import type { ServiceName } from '../messaging.options.js';

/**
 * The one table of who is told what (design §3). Every process declares all of it before it publishes, so that no
 * event goes out before its consumer's queue exists. A service must have a handler for each type named here and may
 * have none for another. The gateway is not here: its replicas listen through `subscribeLive`.
 */
export const consumers = {
  auth: [],
  token: ['upload.completed', 'document.deleted', 'document.rejected', 'sms.status_changed'],
  document: ['user.updated'],
  notification: [
    'upload.completed',
    'document.released',
    'document.rejected',
    'user.disabled',
    'user.enabled',
    'user.invited',
    'password_reset.requested',
    'password.changed',
    'sign_in.failed_repeatedly',
    'user.became_admin',
    'second_factor.changed',
    'session.opened_on_new_device',
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

/** Whether some service must get this event: if no queue takes it, something is wrong. */
export function hasDurableConsumer(type: EventType): boolean {
  return consumingServices.some((service) => consumedBy(service).includes(type));
}

/** Whether gateways are told: of everything but the audit's entries, which concern no screen and are many. */
export function hasLiveListener(type: EventType): boolean {
  return type !== 'audit.recorded';
}
