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
import { requestContext } from '../context/request-context.js';

/** As much of messaging's `Emit` as is needed here. */
export type EmitRecord = (event: {
  type: 'audit.recorded';
  aggregateId: string;
  aggregateVersion: number;
  data: AuditRecord;
}) => Promise<unknown>;

/** An act as its service tells it; who, from where, which request and when are added. */
export interface Act {
  action: AuditAction;
  /** 'success' when left out. */
  outcome?: AuditOutcome;
  /** Why not: an error code or another code, never a sentence. */
  reason?: string;
  subject?: AuditSubject;
  related?: AuditSubject[];
  /** Who, where it is not the signed-in person of the request (or nobody). */
  actor?: Exclude<AuditActor['kind'], 'user'> | { id: string; role: Role | null };
  codes?: string[];
  count?: number;
  settings?: SettingMarks;
}

const subject = (kind: AuditSubjectKind) => (id: string) => ({ kind, id });

/** What an act is about: `about.token(id)`. */
export const about = {
  user: subject('user'),
  session: subject('session'),
  token: subject('token'),
  document: subject('document'),
  delivery: subject('delivery'),
  claim: subject('claim'),
};

const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/** The subject of an attempt on an id that a client made up: none when it is not an id at all. */
export const attemptedOn = (kind: AuditSubjectKind, id: string): Pick<Act, 'subject'> =>
  isId(id) ? { subject: { kind, id } } : {};

/** Ids of a refused bulk call that its entry names at most: more would let refused calls fill the disk. */
const ATTEMPTED_IDS = 50;

/** As {@link attemptedOn}, for a call on many ids: names the first {@link ATTEMPTED_IDS} of them. */
export const attemptedOnMany = (kind: AuditSubjectKind, ids: readonly string[]): Pick<Act, 'related'> => ({
  related: [...new Set(ids.filter(isId))].slice(0, ATTEMPTED_IDS).map((id) => ({ kind, id })),
});

/** Stands for whatever has no id of its own in an event about nobody and nothing. */
const NOTHING = '00000000-0000-4000-8000-000000000000';

/**
 * Writes the audit entry of an act into the transaction that `emit` belongs to: the act and its entry are committed
 * together or not at all, and nothing may be shown or sent before that commit. Ids and codes only; throws, and so
 * undoes the transaction, when something else is put in.
 */
export async function recordAct(emit: EmitRecord, act: Act): Promise<void> {
  const data = toRecord(act);
  const aggregateId = data.subject?.id ?? data.actor.id ?? NOTHING;
  await emit({ type: 'audit.recorded', aggregateId, aggregateVersion: 1, data });
}

/** The whole record of an act, from the request in progress. */
export function toRecord(act: Act): AuditRecord {
  const context = requestContext.current();
  return {
    action: act.action,
    outcome: act.outcome ?? 'success',
    reason: act.reason ?? null,
    actor: actorOf(act.actor),
    subject: act.subject ?? null,
    related: act.related ?? [],
    from: context?.clientAddress ?? null,
    requestId: requestContext.requestId(),
    at: new Date().toISOString(),
    codes: act.codes ?? [],
    count: act.count ?? 1,
    ...(act.settings && { settings: act.settings }),
  };
}

/** Without a signed-in person: somebody unknown while the gateway's request is handled, else we ourselves. */
function actorOf(given: Act['actor']): AuditActor {
  if (typeof given === 'string') return { kind: given, id: null, role: null };
  if (given) return { kind: 'user', id: given.id, role: given.role };
  const context = requestContext.current();
  if (context?.principal) return { kind: 'user', id: context.principal.userId, role: context.principal.role };
  return { kind: context?.caller === 'gateway' ? 'anonymous' : 'system', id: null, role: null };
}
