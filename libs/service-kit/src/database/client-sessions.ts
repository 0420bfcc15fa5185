/**
 * SQL condition on a row of `pg_stat_activity`: it is the session of a client. Postgres hides `backend_type` from a
 * role without the privileges of the session's role. It never hides the session's role, but most of Postgres's own
 * processes have none.
 */
export const IS_CLIENT = `usesysid IS NOT NULL AND (backend_type IS NULL OR backend_type = 'client backend')`;
