#!/bin/sh
# Prepares databases that were restored by means other than deploy/restore.sh, for example to a point in time
# (docs/backup.md). Run it before the services start; it refuses a database to which a service is connected. May be
# repeated.
#
#   deploy/after-restore.sh [service …]
#   deploy/after-restore.sh --kubernetes [service …]
#
# Without names it prepares all five databases.
set -eu
# shellcheck source=deploy/lib/places.sh
. "$(dirname "$0")/lib/places.sh"

# Names of services contain no spaces.
# shellcheck disable=SC2048
for database in ${*:-$databases}; do
  command_beside "$database" dist/cli.js after-restore ||
    fail "$database was not prepared: do not start the services. Fix the cause and run this script again."
done
say 'The services may start. Then run reconcile (docs/backup.md). The databases are as they were at the restored point in
time. Links that were revoked and accounts that were disabled since then work again: revoke and disable them again.'
