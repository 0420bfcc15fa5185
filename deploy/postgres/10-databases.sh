#!/bin/bash
# Runs once, when Postgres starts on an empty volume: each service gets a database and a role that can open no other.
set -euo pipefail

make_database() {
  local service=$1 password=$2
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
    --set name="caredrop_$service" --set password="$password" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
}

make_database auth "$AUTH_DATABASE_PASSWORD"
make_database token "$TOKEN_DATABASE_PASSWORD"
make_database document "$DOCUMENT_DATABASE_PASSWORD"
make_database notification "$NOTIFICATION_DATABASE_PASSWORD"
make_database audit "$AUDIT_DATABASE_PASSWORD"

# The audit's other two: who writes may not change, who prunes may not write. Its owner grants them their part.
for role in writer retention; do
  password=AUDIT_${role^^}_DATABASE_PASSWORD
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
    --set name="caredrop_audit_$role" --set password="${!password}" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
SQL
done
