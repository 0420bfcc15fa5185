#!/bin/sh
# Replaces the containers of a service without downtime: starts new ones, then stops the old ones one by one, which
# finish their requests.
#
#   deploy/roll.sh document
#
# Pass other compose options (--project-name, --env-file, --file …) in its environment variables: COMPOSE_FILE,
# COMPOSE_PROJECT_NAME, COMPOSE_ENV_FILES. Not for a gateway without a proxy: two containers cannot publish one port.
set -eu
service=${1:?Usage: deploy/roll.sh <service>}
old=$(docker compose ps --quiet "$service")
count=$(printf '%s\n' "$old" | grep -c .)
docker compose up --detach --wait --no-deps --no-recreate --scale "$service=$((count * 2))" "$service"
for container in $old; do
  docker stop "$container" >/dev/null
  docker rm "$container" >/dev/null
done
echo "$service: $count replaced"
