#!/bin/sh
# A fake docker and kubectl for tests of deploy/*.sh. It records its calls in $FAKE/calls, runs `--eval`
# programs on the folder that stands for /backups, and makes the manifests that `backup` would make. A command whose
# line there contains $FAKE_FAILS ends with 1; one that contains $FAKE_FINDS ends with 2.
# shellcheck disable=SC2119
set -eu

note() { printf '%s\n' "$*" >>"$FAKE/calls"; }

# work FOLDER SERVICE WORD…: does what a container would do with that folder mounted at /backups.
work() {
  folder=$1 service=$2
  shift 2
  words=$*
  if [ "$1" = --eval ]; then line="$service a program"; else line="$service ${words#dist/cli.js }"; fi
  note "$line"
  case $line in *"${FAKE_FAILS:-nothing fails}"*) return 1 ;; *"${FAKE_FINDS:-nothing found}"*) return 2 ;; esac
  if [ "$1" = --eval ]; then evaluate "$@"; else backup_of "$@"; fi
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
  shift
  verb=$1
  case $verb in
    run)
      while [ "$1" != --volume ]; do shift; done
      folder=${2%:/backups}
      shift 2
      work "$folder" "$@"
      ;;
    config) printf 'postgres\nrabbitmq\n' ;;
    exec)
      service=$3
      shift 4
      work "$FAKE" "$service" "$@"
      ;;
    *) note "$@" ;;
  esac
}

kubectl() {
  shift 2
  case $* in
    "get deployment "*" --output json") cat "$FAKE/$3.json" ;;
    "get deployment "*annotations*) echo 3 ;;
    "get deployment "*) echo 2 ;;
    "create "*) run_pod ;;
    "logs "*) cat "$FAKE/$2.log" ;;
    "get pod "*phase*) if [ "$(cat "$FAKE/$3.code")" = 0 ]; then echo Succeeded; else echo Failed; fi ;;
    "get pod "*) cat "$FAKE/$3.code" ;;
    "delete "*) ;;
    "exec "*)
      service=${2#deploy/}
      shift 6
      work "$FAKE" "$service" "$@"
      ;;
    *) note "$@" ;;
  esac
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
    const claim = spec.volumes.at(-1).persistentVolumeClaim.claimName;
    fs.mkdirSync(`${process.env.FAKE}/${claim}`, { recursive: true });
    console.log(["set --", `${process.env.FAKE}/${claim}`, service, ...spec.containers[0].args.map(quoted)].join(" "));
    console.log(`pod=${metadata.name}`);' "$FAKE/pod.json" >"$FAKE/pod.sh"
  # shellcheck source=/dev/null
  . "$FAKE/pod.sh"
  code=0
  work "$@" >"$FAKE/${pod:?}.log" 2>&1 || code=$?
  echo "$code" >"$FAKE/$pod.code"
}

"$(basename "$0")" "$@"
