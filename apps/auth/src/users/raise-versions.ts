/**
 * SQL for a restored database. Other services keep copies of user data and ignore versions that are not higher than
 * their copy's, which may be from after the backup.
 */
export const raiseVersions = 'UPDATE users SET version = version + 1000';
