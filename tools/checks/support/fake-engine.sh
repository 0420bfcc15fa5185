#!/bin/sh
# A fake docker, kubectl and git for tests of deploy/*.sh. It records its calls in $FAKE/calls, runs `--eval`
# programs on the folder that stands for /backups, and makes the manifests that `backup` would make. A command whose
# recorded line contains $FAKE_FAILS exits with 1; one that contains $FAKE_FINDS exits with 2; one that contains
# $FAKE_HANGS hangs, before it has any effect, and creates $FAKE/hangs. The containers of the service
# $FAKE_UNHEALTHY never become healthy. A pod whose command contains $FAKE_REFUSES is not created; one whose line
# contains $FAKE_VANISHES is deleted by someone else. For each line of $FAKE/errors one query of a pod fails. Each
# running container is a file $FAKE/containers/<id> that contains the name of its service; $FAKE/stopped has those that
# have exited.
# shellcheck disable=SC2119
set -eu
hangs=

note() { printf '%s\n' "$*" >>"$FAKE/calls"; }
outcome() {
  case $* in
    *"${FAKE_FAILS:-nothing fails}"*) return 1 ;;
    *"${FAKE_FINDS:-nothing found}"*) return 2 ;;
    *"${FAKE_HANGS:-nothing hangs}"*) hangs=yes && echo >"$FAKE/hangs" ;;
  esac
}

# work FOLDER SERVICE WORD…: does what a container would do with that folder mounted at /backups.
work() {
  folder=$1 service=$2
  shift 2
  words=$*
  if [ "${1:-}" = --eval ]; then line="$service a program"; else line="$service ${words#dist/cli.js }"; fi
  note "$line"
  outcome "$line" || return
  if [ "${1:-}" = --eval ]; then evaluate "$@"; else backup_of "$@"; fi
}

evaluate() {
  program=$(printf '%s' "$2" | sed "s#\"/backups\"#\"$folder\"#")
  shift 2
  for value; do
    shift
    set -- "$@" "$(printf '%s' "$value" | sed "s#^/backups#$folder#")"
  done
  node --eval "$program" "$@"
}

backup_of() {
  case $words in *"backup --to"*) ;; *) return 0 ;; esac
  to=$folder${words#*--to /backups}
  to=${to%% *}
  mkdir -p "$to"
  manifest='{"takenAt":"2026-11-22T03:00:00.000Z"}'
  case $words in *objects*) printf '{"id":"a"}\n%s\n' "$manifest" >"$to/objects.jsonl" ;; *) echo "$manifest" >"$to/database.json" ;; esac
}

docker() {
  case $1 in
    compose) shift && compose "$@" ;;
    logs) echo "log of $4" ;;
    *)
      note "$@"
      outcome "$@"
      for last; do :; done
      case $1 in
        stop) mv "$FAKE/containers/$last" "$FAKE/stopped/" ;;
        rm) rm -f "$FAKE/containers/$last" "$FAKE/stopped/$last" ;;
      esac
      ;;
  esac
}

hang_if_asked() { while [ -n "$hangs" ]; do /bin/sleep 0.05; done; }

compose() {
  [ -f docker-compose.yml ] || { echo 'no configuration file provided: not found' >&2 && return 14; }
  case $* in
    'run '*)
      shift
      folder=$FAKE
      while :; do
        case $1 in
          --volume) folder=${2%:/backups} && shift 2 ;;
          --user | --cap-add) shift 2 ;;
          -*) shift ;;
          *) break ;;
        esac
      done
      work "$folder" "$@" || return
      hang_if_asked
      ;;
    config) printf '    file: %s/rabbitmq-definitions.json\n' "$FAKE" ;;
    config*) printf '%s\n' postgres rabbitmq gateway auth token document notification audit audit-signer audit-migrate ;;
    'exec '*)
      service=$3
      shift 4
      work "$FAKE" "$service" "$@"
      ;;
    'ps --services'*) cat "$FAKE"/containers/* 2>/dev/null | sort -u ;;
    'ps --quiet'*) (cd "$FAKE/containers" && grep -lx "$3" -- * || :) ;;
    *)
      note "$@"
      code=0
      outcome "$@" || code=$?
      hang_if_asked
      change_containers "$@"
      [ "$code" = 0 ] || return "$code"
      become_healthy "$@"
      ;;
  esac
}

become_healthy() {
  case "$*" in
    'up --detach --wait' | 'up '*" ${FAKE_UNHEALTHY:-}") [ -z "${FAKE_UNHEALTHY:-}" ] ;;
  esac
}

change_containers() {
  case $* in
    'stop '*) rm -f "$FAKE"/containers/* ;;
    *--scale*=2*) start_another "$8" ;;
    'rm --force '*) for old in $(exited "$3"); do rm "$FAKE/stopped/$old"; done ;;
  esac
}

exited() { (cd "$FAKE/stopped" && grep -lx "$1" -- * 2>/dev/null || :); }

# Starts an exited container instead of creating one, as compose does.
start_another() {
  old=$(exited "$1" | head -n 1)
  if [ -n "$old" ]; then mv "$FAKE/stopped/$old" "$FAKE/containers/"; else echo "$1" >"$FAKE/containers/new"; fi
}

kubectl() {
  shift 2
  case $* in
    "get deployment "*" --output json") cat "$FAKE/$3.json" ;;
    "get deployment "*annotations*) echo 3 ;;
    "get deployment "*) cat "$FAKE/replicas" 2>/dev/null || echo 2 ;;
    "create "*) run_pod ;;
    "logs "*) cat "$FAKE/$2.log" ;;
    "get pod "*phase*) phase_of "$3" "$@" ;;
    "get pod "*) cat "$FAKE/$3.code" ;;
    "delete "*) rm -f "$FAKE/$3".* ;;
    "exec "*)
      service=${2#deploy/}
      shift 6
      work "$FAKE" "$service" "$@"
      ;;
    *)
      note "$@"
      outcome "$@" || return
      hang_if_asked
      ;;
  esac
}

git() {
  note "git $*"
  outcome "git $*"
}

phase_of() {
  pod=$1
  if [ -s "$FAKE/errors" ]; then
    sed -i 1d "$FAKE/errors"
    return 1
  elif [ ! -e "$FAKE/$pod.code" ]; then
    case $* in *--ignore-not-found*) return 0 ;; *) return 1 ;; esac
  elif [ -e "$FAKE/$pod.hangs" ]; then
    echo Running
  elif [ "$(cat "$FAKE/$pod.code")" = 0 ]; then
    echo Succeeded
  else
    echo Failed
  fi
}

# Runs the pod whose manifest is on standard input, and waits for its end.
# shellcheck disable=SC2120
run_pod() {
  cat >"$FAKE/pod.json"
  # shellcheck disable=SC2016
  node --eval '
    const fs = require("node:fs"), { metadata, spec } = JSON.parse(fs.readFileSync(process.argv[1]));
    const service = metadata.labels["app.kubernetes.io/name"];
    fs.copyFileSync(process.argv[1], `${process.env.FAKE}/${service}.pod.json`);
    const quoted = (word) => `\u0027${word.replaceAll("\u0027", "\u0027\\\u0027\u0027")}\u0027`;
    const claim = spec.volumes.at(-1)?.persistentVolumeClaim?.claimName ?? "no-claim";
    fs.mkdirSync(`${process.env.FAKE}/${claim}`, { recursive: true });
    console.log(["set --", `${process.env.FAKE}/${claim}`, service, ...spec.containers[0].args.map(quoted)].join(" "));
    console.log(`pod=${metadata.name}`);' "$FAKE/pod.json" >"$FAKE/pod.sh"
  # shellcheck source=/dev/null
  . "$FAKE/pod.sh"
  case $* in *"${FAKE_REFUSES:-nothing refused}"*) return 1 ;; esac
  code=0
  work "$@" >"$FAKE/${pod:?}.log" 2>&1 || code=$?
  case ${line:?} in *"${FAKE_VANISHES:-nothing vanishes}"*) rm "$FAKE/$pod.log" && return ;; esac
  [ -z "$hangs" ] || echo >"$FAKE/$pod.hangs"
  echo "$code" >"$FAKE/$pod.code"
}

"$(basename "$0")" "$@"
