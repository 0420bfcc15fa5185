/**
 * Whose account an admin may disable or enable: clinicians' only, never an admin's and so never the own
 * one (api.md 1a.20). Only admins get here.
 */
export const mayChangeAccess = (actorId: string, target: { id: string; role: string }): boolean =>
  target.role === 'user' && target.id !== actorId;
