/**
 * Whose account an admin may disable or enable: only clinicians', never another admin's or their own. Only
 * admins get here.
 */
export const mayChangeAccess = (actorId: string, target: { id: string; role: string }): boolean =>
  target.role === 'user' && target.id !== actorId;
