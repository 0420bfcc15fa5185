import { hash } from 'node:crypto';

/** Secrets are cached as digests, so that a memory dump does not reveal the links and bearer tokens in the caches. */
export const digest = (secret: string): string => hash('sha256', secret, 'base64');
