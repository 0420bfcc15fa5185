#!/bin/sh
# Copies all five databases and the stored documents of a running installation into one dated folder.
#
#   deploy/backup.sh /backups                     compose: a folder on this machine
#   deploy/backup.sh --kubernetes caredrop-backups  a PersistentVolumeClaim of the namespace (NAMESPACE, or caredrop)
#
# Documents that are already in the newest backup in that place are linked instead of copied. The folder gets its
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
  trap '' INT TERM HUP
  # shellcheck disable=SC2016
  change_backups --eval 'require("node:fs").rmSync(process.argv[1], { recursive: true, force: true })' "$part" ||
    say "$stamp.part could not be removed: it is not a complete backup." >&2
  fail "No backup was made: $1"
}
failed() { discard "$1 failed. Its output is above."; }

# Removes what killed backups, for example after a reboot, left behind two days ago or earlier. Prints the newest
# complete backup, or nothing.
prepare() {
  # shellcheck disable=SC2016
  change_backups --eval '
    const fs = require("node:fs"), folder = "/backups";
    const backup = /^\d{4}-\d\d-\d\dT[\d-]+Z(\.part)?$/;
    const names = fs.readdirSync(folder).filter((name) => backup.test(name)).sort();
    const isPart = (name) => name.endsWith(".part");
    for (const part of names.filter(isPart).map((name) => `${folder}/${name}`)) {
      if (Date.now() - fs.statSync(part).mtimeMs < 172_800_000) continue;
      try { fs.rmSync(part, { recursive: true }); } catch (error) { console.error(`${part} was not removed: ${error}`); }
    }
    console.log(names.findLast((name) => !isPart(name)) ?? "")'
}

if_interrupted 'discard "it was interrupted."'
printed=$(prepare) || fail "The backups cannot be read: $backups"
# The logs of a pod may also contain warnings, before the name.
previous=$(say "$printed" | tail -n 1)

# Links before documents, documents before their objects: each part then has what the earlier ones refer to, unless it
# was deleted in the meantime.
for database in $databases; do
  command_beside "$database" dist/cli.js backup --to "$part/databases/$database" || failed "$database"
done
if [ -n "$previous" ]; then
  command_beside document dist/cli.js objects backup --to "$part/objects" --previous "/backups/$previous/objects" ||
    failed 'the copy of the documents'
else
  command_beside document dist/cli.js objects backup --to "$part/objects" || failed 'the copy of the documents'
fi

moment=$(moment_of "$part") || failed 'the last check'
# The last step is not interrupted: the folder may already have its final name.
when_interrupted=:
trap '' INT TERM HUP
# shellcheck disable=SC2016
command_beside token --eval 'require("node:fs").renameSync(process.argv[1], process.argv[2])' "$part" "/backups/$stamp" ||
  failed 'the last step'
say "Backup $stamp is complete: the databases of $databases, and the documents."
say "It recovers everything up to $moment. It cannot be read without the keys: keep them elsewhere (docs/backup.md)."
