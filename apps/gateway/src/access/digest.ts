import { hash } from 'node:crypto';

/** A digest is kept in memory instead of a link or a bearer, so that a memory dump reveals neither. */
export const digest = (secret: string): string => hash('sha256', secret, 'base64');
