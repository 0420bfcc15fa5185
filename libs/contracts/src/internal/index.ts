export * from './claims.js';
export * from './sessions.js';
export * from './users.js';
export * from './documents.js';
export * from './sms.js';
export * from './link-emails.js';
export * from './audit.js';
