#!/bin/sh
# Asks every service what is wrong with its settings and with what it depends on. Ends with 1 when something is wrong.
#
#   deploy/doctor.sh
#   deploy/doctor.sh --kubernetes
set -eu
# shellcheck source=deploy/lib/places.sh
. "$(dirname "$0")/lib/places.sh"

wrong=
for service in $services; do
  say "$service"
  command_inside "$service" dist/cli.js doctor || wrong="$wrong $service"
  say
done
[ -z "$wrong" ] || fail "Something is wrong in:$wrong. A service that does not run: docs/runbooks/service-down.md"
say 'Nothing is wrong.'
