#!/bin/bash
# Runs once, when Postgres starts on an empty volume: creates a database for each service that has one, and a role that
# cannot open those of the others.
set -euo pipefail

# The image never runs this script on a volume with data. After a failure the volume is therefore emptied, so that the
# next start tries again instead of serving without a database.
empty_volume() {
  pg_ctl --pgdata "$PGDATA" --mode immediate --wait stop || true
  find "$PGDATA" -mindepth 1 -delete
  echo 'The databases were not created. The volume was emptied: the next start tries again.' >&2
}

# Creates a role. If the service connects with a second role since its password was changed (docs/password-rotation.md),
# also creates that one, as next-role.sql does: it acts as the first role, which then has no password.
make_role() {
  local name=caredrop_$1 password=$2 user=${3:-caredrop_$1}
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
    --set name="$name" --set password="$password" --set user="$user" <<'SQL'
CREATE ROLE :"name" LOGIN;
SELECT :'user' <> :'name' AS is_next \gset
\if :is_next
CREATE ROLE :"user" LOGIN IN ROLE :"name";
ALTER ROLE :"user" SET role = :'name';
\endif
ALTER ROLE :"user" PASSWORD :'password';
SQL
}

make_database() {
  make_role "$@"
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres --set name="caredrop_$1" <<'SQL'
CREATE DATABASE :"name" OWNER :"name";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
}

# A subshell, because the image sources scripts that are not executable: the trap must not outlive this script.
(
  trap '[ $? = 0 ] || empty_volume' EXIT
  make_database auth "$AUTH_DATABASE_PASSWORD" "${AUTH_DATABASE_USER:-}"
  make_database token "$TOKEN_DATABASE_PASSWORD" "${TOKEN_DATABASE_USER:-}"
  make_database document "$DOCUMENT_DATABASE_PASSWORD" "${DOCUMENT_DATABASE_USER:-}"
  make_database notification "$NOTIFICATION_DATABASE_PASSWORD" "${NOTIFICATION_DATABASE_USER:-}"
  make_database audit "$AUDIT_DATABASE_PASSWORD"
  # The audit's other three roles, for writing, signing and pruning, with separate permissions that its owner grants.
  make_role audit_writer "$AUDIT_WRITER_DATABASE_PASSWORD" "${AUDIT_WRITER_DATABASE_USER:-}"
  make_role audit_signer "$AUDIT_SIGNER_DATABASE_PASSWORD"
  make_role audit_retention "$AUDIT_RETENTION_DATABASE_PASSWORD"
)
