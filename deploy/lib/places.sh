# shellcheck shell=sh
# Where Caredrop runs, and how to run a service's own command there. Sourced by backup.sh, restore.sh and doctor.sh.
#
#   command_beside SERVICE WORD…  in a new container with the service's settings, which sees the backups at /backups
#   command_inside SERVICE WORD…  in a container that serves
#   stop_services, start_services
#
# Compose takes its options from COMPOSE_FILE, COMPOSE_PROJECT_NAME and COMPOSE_ENV_FILES. Kubernetes: see usage.

services='gateway notification document token auth audit'
# Serve nothing, but hold connections to a database.
workers='audit-signer'
databases='token auth document notification audit'

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# Prints the moment of the oldest part of the backup in a folder below /backups. Fails unless every part is complete.
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

# --kubernetes is read by every script; what is left is its own.
lib=$(dirname "$0")/lib
place=compose
if [ "${1:-}" = --kubernetes ]; then
  place=kubernetes
  shift
fi
# shellcheck source=deploy/lib/compose.sh
# shellcheck source=deploy/lib/kubernetes.sh
. "$lib/$place.sh"
