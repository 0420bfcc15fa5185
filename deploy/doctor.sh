#!/bin/sh
# Checks the settings and the dependencies of every service and of the audit signer. Exits with 1 if a check fails.
#
#   deploy/doctor.sh
#   deploy/doctor.sh --kubernetes
set -eu
# shellcheck source=deploy/lib/places.sh
. "$(dirname "$0")/lib/places.sh"

wrong=
for service in $services $workers; do
  say "$service"
  command_inside "$service" dist/cli.js doctor || wrong="$wrong $service"
  say
done
[ -z "$wrong" ] || fail "Checks failed in:$wrong. For a service that is not running see docs/runbooks/service-down.md"
say 'All checks passed.'
