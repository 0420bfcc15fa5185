import type {
  AuditAction,
  AuditActor,
  AuditOutcome,
  AuditRecord,
  AuditSubject,
  AuditSubjectKind,
  Role,
  SettingMarks,
} from '@caredrop/contracts';
import { z } from 'zod';
import { addressBucket } from '../context/client-address.js';
import { requestContext } from '../context/request-context.js';

/** The part of messaging's `Emit` that is needed here. */
export type EmitRecord = (event: {
  type: 'audit.recorded';
  aggregateId: string;
  aggregateVersion: number;
  data: AuditRecord;
}) => Promise<unknown>;

/** An action as reported by its service; actor, address, request and time are added. */
export interface AuditEvent {
  action: AuditAction;
  /** 'success' by default. */
  outcome?: AuditOutcome;
  /** The reason: an error code or another code, never a sentence. */
  reason?: string;
  subject?: AuditSubject;
  related?: AuditSubject[];
  /** The actor, if it is not the signed-in user of the request. */
  actor?: Exclude<AuditActor['kind'], 'user'> | { id: string; role: Role | null };
  codes?: string[];
  count?: number;
  settings?: SettingMarks;
}

const subject = (kind: AuditSubjectKind) => (id: string) => ({ kind, id });

/** The subject of an action: `auditSubject.token(id)`. */
export const auditSubject = {
  user: subject('user'),
  session: subject('session'),
  token: subject('token'),
  document: subject('document'),
  delivery: subject('delivery'),
  claim: subject('claim'),
  sendingJob: subject('sending_job'),
  requestTemplate: subject('request_template'),
  team: subject('team'),
};

const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/** The subject of an attempt on an id supplied by a client; empty when the id is not valid. */
export const attemptedOn = (kind: AuditSubjectKind, id: string): Pick<AuditEvent, 'subject'> =>
  isId(id) ? { subject: { kind, id } } : {};

/** Maximum number of ids in the entry of a denied bulk call: more would let denied calls fill the disk. */
const ATTEMPTED_IDS = 50;

/** Like {@link attemptedOn}, for a call on many ids: names the first {@link ATTEMPTED_IDS} valid ones. */
export const attemptedOnMany = (
  kind: AuditSubjectKind,
  ids: readonly string[],
): Pick<AuditEvent, 'related'> => ({
  related: [...new Set(ids.filter(isId))].slice(0, ATTEMPTED_IDS).map((id) => ({ kind, id })),
});

/** Placeholder for ids that an event requires but does not have. */
const NOTHING = '00000000-0000-4000-8000-000000000000';

/**
 * Writes the audit entry of an action in the transaction of `emit`: action and entry are committed together
 * or not at all, and nothing may be shown or sent before that commit. Accepts only ids and codes; throws, and
 * thereby rolls back, for anything else.
 */
export async function recordAuditEvent(emit: EmitRecord, event: AuditEvent): Promise<void> {
  const data = toRecord(event);
  const aggregateId = data.subject?.id ?? data.actor.id ?? NOTHING;
  await emit({ type: 'audit.recorded', aggregateId, aggregateVersion: 1, data });
}

/** Completes the record of an action with the data of the current request. */
export function toRecord(event: AuditEvent): AuditRecord {
  const context = requestContext.current();
  return {
    action: event.action,
    outcome: event.outcome ?? 'success',
    reason: event.reason ?? null,
    actor: actorOf(event.actor),
    subject: event.subject ?? null,
    related: event.related ?? [],
    from: addressBucket(context?.clientAddress),
    requestId: requestContext.requestId(),
    at: new Date().toISOString(),
    codes: event.codes ?? [],
    count: event.count ?? 1,
    ...(event.settings && { settings: event.settings }),
  };
}

/**
 * The given actor or the signed-in user. Without either, anonymous while a request from the gateway is handled,
 * otherwise the service itself.
 */
function actorOf(given: AuditEvent['actor']): AuditActor {
  if (typeof given === 'string') return { kind: given, id: null, role: null };
  if (given) return { kind: 'user', id: given.id, role: given.role };
  const context = requestContext.current();
  if (context?.principal) return { kind: 'user', id: context.principal.userId, role: context.principal.role };
  return { kind: context?.caller === 'gateway' ? 'anonymous' : 'system', id: null, role: null };
}
