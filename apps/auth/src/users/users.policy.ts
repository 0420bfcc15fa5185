/**
 * Whether an admin may change this account's access: only a clinician's, never another admin's or their own. Only
 * admins reach this check.
 */
export const mayChangeAccess = (actorId: string, target: { id: string; role: string }): boolean =>
  target.role === 'user' && target.id !== actorId;
