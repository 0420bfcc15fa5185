# shellcheck shell=sh
# Functions that run a service's command where Caredrop runs. Sourced by the scripts in deploy/.
#
#   command_beside SERVICE WORD…  in a new container with the service's settings and, after place_backups, the backups
#                                 at /backups
#   command_inside SERVICE WORD…  in a running container
#   change_backups WORD…          in a new container that may change every file of the backups
#   stop_services, resume_services (starts only what stop_services stopped)
#   start_services                sets `down` to those that do not become ready, and then returns 1
#
#   if_interrupted COMMAND        sets the command that an interruption runs, which must end the script
#
# Compose takes COMPOSE_FILE and COMPOSE_PROJECT_NAME from .env. For Kubernetes see the usage.

services='gateway notification document token auth audit'
# Serve no requests, but hold connections to a database.
workers='audit-signer'
databases='token auth document notification audit'

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# command_beside replaces the trap for a moment, and then restores it from `when_interrupted`.
if_interrupted() {
  when_interrupted="trap '' INT TERM HUP; $1"
  # shellcheck disable=SC2064
  trap "$when_interrupted" INT TERM HUP
}

# Prints the time of the oldest part of the backup in a folder below /backups. Fails unless every part is complete.
moment_of() {
  # shellcheck disable=SC2016,SC2086
  printed=$(command_beside token --eval '
    const fs = require("node:fs");
    const [folder, ...databases] = process.argv.slice(1);
    const read = (name) => fs.existsSync(name) ? fs.readFileSync(name, "utf8").trim().split("\n") : ["{}"];
    const times = databases.map((name) => JSON.parse(read(`${folder}/databases/${name}/database.json`).join("\n")).takenAt);
    times.push(JSON.parse(read(`${folder}/objects/objects.jsonl`).at(-1)).takenAt);
    const parts = [...databases, "objects"].filter((_, at) => times[at] === undefined);
    if (parts.length > 0) throw new Error(`incomplete: ${parts.join(", ")}`);
    console.log(times.sort()[0]);' "$1" $databases) || return
  say "$printed" | tail -n 1
}

# Every script accepts --kubernetes; the other arguments are its own.
lib=$(cd "$(dirname "$0")/lib" && pwd)
# Compose reads .env and its files from the current folder, but cron, or a shell in another folder, may start a script.
# Folders that the caller names stay relative to the caller's folder.
started_in=$PWD
cd "$lib/../.."
place=compose
if [ "${1:-}" = --kubernetes ]; then
  place=kubernetes
  shift
fi
# shellcheck source=deploy/lib/compose.sh
# shellcheck source=deploy/lib/kubernetes.sh
. "$lib/$place.sh"
