# shellcheck shell=sh
# Backups are in a folder of this machine, named by the caller.

# Backups belong to the user who runs this. Only the owner of audit's tables may copy and replace them.
command_beside() {
  name=$1
  shift
  if [ "$name" = audit ]; then name=audit-migrate; fi
  docker compose run --rm -T --no-deps --user "$(id -u):$(id -g)" --volume "${backups:?}:/backups" "$name" "$@"
}

command_inside() {
  name=$1
  shift
  docker compose exec -T "$name" node "$@"
}

# Also works in a new installation in which no service runs yet.
start_stores() { docker compose up --detach --wait postgres rabbitmq objects; }

# shellcheck disable=SC2086
stop_services() { docker compose stop ${services:?} ${workers:?}; }

start_services() { docker compose up --detach --wait; }

# Sets the absolute path of the backups.
place_backups() {
  mkdir -p "$1"
  backups=$(cd "$1" && pwd)
}
