/**
 * SQL for a restored database. Other services keep copies of what they know about users, and ignore versions that are not
 * higher than the one they know: they may know changes that were made after the backup.
 */
export const raiseVersions = 'UPDATE users SET version = version + 1000';
