# shellcheck shell=sh
# Host folder for backups, chosen by the caller. Empty until place_backups is called: commands then run without /backups.
backups=

# Backups belong to the user who runs this. Only the owner of audit's tables may copy and replace their rows.
command_beside() {
  name=$1
  shift
  if [ "${2:-}" = objects ]; then
    copy_objects "$@"
    return
  fi
  if [ "$name" = audit ]; then name=audit-migrate; fi
  docker compose run --rm -T --no-deps --user "$(id -u):$(id -g)" ${backups:+--volume "$backups:/backups"} "$name" "$@"
}

# Stored objects belong to the service's user and backups to the user who runs this: only root can use both. The
# service gives restored objects to the owner of their folder.
copy_objects() {
  code=0
  as_root document "$@" || code=$?
  [ "$3" = backup ] || return "$code"
  # shellcheck disable=SC2016
  as_root document --eval '
    const fs = require("node:fs");
    const [folder, ...owner] = process.argv.slice(1);
    if (!fs.existsSync(folder)) process.exit(0);
    const names = fs.readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`);
    for (const name of [folder, ...names]) fs.chownSync(name, ...owner.map(Number));' "$5" "$(id -u)" "$(id -g)" || code=1
  return "$code"
}

as_root() {
  docker compose run --rm -T --no-deps --user 0:0 --cap-add CHOWN --cap-add DAC_OVERRIDE \
    --volume "${backups:?}:/backups" "$@"
}

# Runs a program that may change every file of the backups. The files of an interrupted copy still belong to root.
change_backups() { as_root token "$@"; }

command_inside() {
  name=$1
  shift
  docker compose exec -T "$name" node "$@"
}

# Also works in a new installation in which no service runs yet. Does not recreate Postgres under running services if its
# settings have changed, because nothing has been checked yet.
start_stores() {
  definitions=$(docker compose config | sed -n 's|^ *file: \(.*/rabbitmq-definitions\.json\)$|\1|p')
  [ -z "$definitions" ] || [ -f "$definitions" ] ||
    fail "$definitions is missing: nothing was started. Generate it from .env with: npm run secrets -- update"
  # shellcheck disable=SC2046
  docker compose up --detach --wait --no-recreate $(docker compose config --services | grep -Ex 'postgres|rabbitmq|objects')
}

# Sets `stopped` to the services that were running.
# shellcheck disable=SC2086
stop_services() {
  stopped=$(docker compose ps --services ${services:?} ${workers:?}) || return
  docker compose stop $services $workers
}

# Sets `down` to those that do not become healthy. Starts services one by one if that fails for all at once, because
# compose starts no service that depends on an unhealthy one.
start_services() {
  down=
  docker compose up --detach --wait && return
  for name in $(docker compose config --services | grep -vx audit-migrate); do
    docker compose up --detach --wait --no-deps "$name" || down="$down $name"
  done
  [ -z "$down" ]
}

# The engine continues an interrupted stop, and reports a container that is finishing its requests as running. So stop
# again, and wait, before starting.
# shellcheck disable=SC2086
resume_services() { docker compose stop ${stopped:?} && docker compose up --detach --wait --no-deps ${stopped:?}; }

# Sets the absolute path of the backups.
place_backups() {
  backups=$(cd "${started_in:?}" && mkdir -p "$1" && cd "$1" && pwd)
}
