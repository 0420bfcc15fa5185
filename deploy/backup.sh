#!/bin/sh
# Copies all five databases and the stored documents of a running installation into one dated folder.
#
#   deploy/backup.sh /backups                     compose: a folder of this machine
#   deploy/backup.sh --kubernetes caredrop-backups  a PersistentVolumeClaim of the namespace (NAMESPACE, or caredrop)
#
# Documents that are already in the newest backup there are linked instead of copied. The folder gets its
# name once every part is complete: a failed backup leaves no folder. It does not contain keys (docs/backup.md).
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
    say "$stamp.part could not be removed: it is not a complete backup." >&2
  fail "No backup was made: $1 failed. Its output is above."
}

# Prints the newest complete backup, or nothing.
newest() {
  command_beside token --eval '
    const names = require("node:fs").readdirSync("/backups").filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name));
    console.log(names.sort().at(-1) ?? "")'
}

printed=$(newest) || fail "The backups cannot be read: $backups"
# The logs of a pod may also contain warnings, before the name.
previous=$(say "$printed" | tail -n 1)

# Links before documents, documents before their objects: each part then has what the earlier ones refer to, unless it
# was deleted in the meantime.
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
say "It recovers everything up to $moment. It cannot be read without the keys: keep them elsewhere (docs/backup.md)."
