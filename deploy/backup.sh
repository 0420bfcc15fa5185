#!/bin/sh
# Copies all five databases and the stored documents while everything serves, into one dated folder.
#
#   deploy/backup.sh /backups                     compose: a folder of this machine
#   deploy/backup.sh --kubernetes caredrop-backups  a PersistentVolumeClaim of the namespace (NAMESPACE, caredrop)
#
# Documents that the newest earlier backup there already has are linked to it instead of copied. The folder gets its
# name when every part is complete: a backup that failed leaves none. Keys are not in it (docs/backup.md).
set -eu
umask 077
# shellcheck source=deploy/lib/places.sh
. "$(dirname "$0")/lib/places.sh"
place_backups "${1:?Usage: deploy/backup.sh [--kubernetes] <folder or claim>}"

stamp=$(date -u +%Y-%m-%dT%H-%M-%SZ)
part=/backups/$stamp.part

# An incomplete backup is useless, and must not be mistaken for a complete one.
discard() {
  # shellcheck disable=SC2016
  command_beside token --eval 'require("node:fs").rmSync(process.argv[1], { recursive: true, force: true })' "$part" ||
    say "$stamp.part could not be removed: it is not a backup." >&2
  fail "No backup was made: $1 failed. Its output is above."
}

# The newest finished one, or nothing.
newest() {
  command_beside token --eval '
    const names = require("node:fs").readdirSync("/backups").filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name));
    console.log(names.sort().at(-1) ?? "")'
}

printed=$(newest) || fail "The backups' place cannot be read: $backups"
# Logs of a pod hold warnings as well.
previous=$(say "$printed" | tail -n 1)

# Links before documents, documents before their objects: what a later part misses, reconcile can make up for.
for database in $databases; do
  command_beside "$database" dist/cli.js backup --to "$part/databases/$database" || discard "$database"
done
if [ -n "$previous" ]; then
  command_beside document dist/cli.js objects backup --to "$part/objects" --previous "/backups/$previous/objects" ||
    discard 'the copy of the documents'
else
  command_beside document dist/cli.js objects backup --to "$part/objects" || discard 'the copy of the documents'
fi

moment=$(moment_of "$part") || discard 'the last check'
# shellcheck disable=SC2016
command_beside token --eval 'require("node:fs").renameSync(process.argv[1], process.argv[2])' "$part" "/backups/$stamp" ||
  discard 'the last step'
say "Backup $stamp is complete: the databases of $databases, and the documents."
say "It brings back everything up to $moment. It is worthless without the keys: keep them elsewhere (docs/backup.md)."
