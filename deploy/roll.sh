#!/bin/sh
# Replaces the containers of a service without downtime: starts new ones, then stops the old ones one by one, letting
# them finish their requests. If the new ones do not become healthy, they are removed, and the old ones stay.
#
#   deploy/roll.sh document
#
# Set other compose options (--project-name, --file …) in .env: COMPOSE_FILE, COMPOSE_PROJECT_NAME. Not for a gateway
# without a proxy: two containers cannot publish one port.
set -eu
# Compose reads .env and its files from the current folder.
cd "$(dirname "$0")/.."
service=${1:?Usage: deploy/roll.sh <service>}
fail() {
  printf '%s\n' "$service: $*" >&2
  exit 1
}

# Compose would start a container that an earlier run stopped but did not remove, instead of creating a new one.
remove_stopped() { docker compose rm --force "$service" >/dev/null; }
remove_stopped || fail 'its stopped containers cannot be removed; nothing was changed.'

old=$(docker compose ps --quiet "$service")
[ -n "$old" ] || fail "no container is running. Start it with: docker compose up --detach --no-deps $service"
count=$(printf '%s\n' "$old" | grep -c .)

# A repeated run would mistake leftover new containers for old ones, and wait for them as well.
remove_new() {
  running=$(docker compose ps --quiet "$service") || return
  for container in $running; do
    if printf '%s\n' "$old" | grep -qx "$container"; then continue; fi
    docker logs --tail 20 "$container" >&2 || :
    docker rm --force "$container" >/dev/null || return
  done
  remove_stopped
}

# shellcheck disable=SC2086
abandon() {
  trap '' INT TERM HUP
  remove_new || fail "$1. Some new containers could not be removed. Before you retry, remove all except" $old
  fail "$1. New containers were removed (their last log lines are above), and the old ones were not changed."
}

trap 'abandon interrupted' INT TERM HUP
docker compose up --detach --wait --no-deps --no-recreate --scale "$service=$((count * 2))" "$service" ||
  abandon 'not every container became healthy'

# From here on the new containers are needed.
left=$old
# shellcheck disable=SC2086
unfinished() { fail 'the new containers are running, but old ones remain. Stop and remove them:' $left; }
trap unfinished INT TERM HUP
for container in $old; do
  docker stop "$container" >/dev/null || unfinished
  docker rm "$container" >/dev/null || unfinished
  left=$(printf '%s\n' "$left" | grep -vx "$container") || :
done
echo "$service: replaced $count containers"
