#!/bin/sh
# Restores a backup of deploy/backup.sh: stops the services, checks every part, restores all five databases and the
# stored documents, starts the services, and reports inconsistencies.
#
#   deploy/restore.sh /backups 2026-11-22T03-00-00Z [--replace]
#   deploy/restore.sh --kubernetes caredrop-backups 2026-11-22T03-00-00Z [--replace]
#
# The installation must have the keys of that time (.env and what npm run secrets -- update writes from it, or the
# Secrets). --replace deletes existing data.
# Nothing is changed unless every part can be restored; objects that are missing or damaged in the backup are named and
# left out. Exits with 0 if everything is consistent, with 2 if an operator has to act, and with 1 if it failed or a
# service does not start.
set -eu
# shellcheck source=deploy/lib/places.sh
. "$(dirname "$0")/lib/places.sh"
usage='Usage: deploy/restore.sh [--kubernetes] <folder or claim> <name of the backup> [--replace]'
place_backups "${1:?$usage}"
backup=${2:?$usage}
replace=${3:-}
case $replace in '' | --replace) ;; *) fail "$usage" ;; esac
case $backup in *.part | */*) fail "$backup is not the name of a complete backup." ;; esac
from=/backups/$backup

start_stores
moment=$(moment_of "$from") || fail "$backup is not a complete backup: nothing was changed."

# Ends the script. Services that were already stopped stay stopped: an earlier restore may have failed half-way.
unchanged() {
  [ -n "$stopped" ] ||
    fail "Nothing was changed: $1. No service was started. If an earlier restore failed, repeat it with --replace."
  resume_services || fail "Nothing was changed: $1. The services could not be started again: see docs/runbooks/service-down.md"
  fail "Nothing was changed: $1. The services that were running are running again."
}

stopped=
if_interrupted "unchanged 'the restore was interrupted'"
stop_services || unchanged 'the services cannot be stopped'
for database in $databases; do
  # shellcheck disable=SC2086
  command_beside "$database" dist/cli.js restore --check --from "$from/databases/$database" $replace ||
    unchanged "$database cannot be restored"
done

damaged=0
# shellcheck disable=SC2086
command_beside document dist/cli.js objects restore --check --from "$from/objects" $replace || damaged=$?
# 2: some objects in the backup are missing or damaged. They are named here and by the restore, which skips them.
[ "$damaged" = 0 ] || [ "$damaged" = 2 ] || unchanged 'the documents cannot be restored'

incomplete() { fail "$1 was not restored: the services stay stopped. Fix the cause and restore again with --replace."; }
if_interrupted "incomplete 'The backup'"
for database in $databases; do
  # shellcheck disable=SC2086
  command_beside "$database" dist/cli.js restore --from "$from/databases/$database" $replace || incomplete "$database"
done
damaged=0
# shellcheck disable=SC2086
command_beside document dist/cli.js objects restore --from "$from/objects" $replace || damaged=$?
# reconcile lists the documents of skipped objects.
[ "$damaged" = 0 ] || [ "$damaged" = 2 ] || incomplete 'The copy of the documents'

# The backup may come from an earlier version, and the migration grants the audit's writer its permissions.
for database in $databases; do
  command_beside "$database" dist/cli.js migrate || incomplete "$database"
done

undone="Links that were revoked and accounts that were disabled after $moment work again: revoke and disable them again now (docs/backup.md)."
repair="  reconcile --verify --republish $moment    in document, then without --verify in token (docs/backup.md)"
# Ends the script. A repetition would delete what the services have stored since.
unfinished() {
  say "Restored: $backup. Changes after $moment may be missing. $1." >&2
  fail "Do not repeat the restore: it would delete everything stored since. Correct the cause, then run:
$repair
$undone"
}
if_interrupted "unfinished 'The script was interrupted: services may still be stopped (docs/backup.md)'"
start_services || unfinished "These services are not ready:$down (docs/runbooks/service-down.md)"

found=$damaged
for service in document token; do
  code=0
  if [ "$service" = document ]; then
    command_inside document dist/cli.js reconcile --dry-run --verify || code=$?
  else
    command_inside token dist/cli.js reconcile --dry-run || code=$?
  fi
  case $code in 0) ;; 2) found=2 ;; *) unfinished "Reconcile failed in $service" ;; esac
done
say "Restored: $backup. Changes after $moment may be missing. The report above is a dry run; to repair, run:"
say "$repair"
say "$undone"
exit "$found"
