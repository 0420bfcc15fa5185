#!/bin/sh
# Replaces the containers of a service without a gap: new ones beside the old, then the old are stopped one by one and
# finish what they have begun.
#
#   deploy/roll.sh document
#
# What compose needs besides (--project-name, --env-file, --file …) goes into its own variables: COMPOSE_FILE,
# COMPOSE_PROJECT_NAME, COMPOSE_ENV_FILES. Not for the gateway without a proxy before it: two cannot have one port.
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
