# shellcheck shell=sh
# Backups are in a PersistentVolumeClaim of the namespace. Commands that use them run in pods made from the Deployments,
# which mount no claim until place_backups is called. Needs kubectl and Node.
claim=
namespace=${NAMESPACE:-caredrop}
kube() { kubectl --namespace "$namespace" "$@"; }

# Returns 1 if it is interrupted, and always deletes the pod. Does not rely on `set -e`, which depends on the shell and
# the caller here.
command_beside() {
  name=$1
  shift
  pod="$name-$(date -u +%H%M%S)-$$"
  phase=Unknown
  code=
  interrupted=
  trap 'interrupted=yes' INT TERM HUP
  if kube get deployment "$name" --output json |
    node "${lib:?}/one-off-pod.mjs" "$pod" "$claim" "$@" |
    kube create --filename - >/dev/null; then
    wait_for_end
    kube logs "$pod" || :
    [ "$phase" != Failed ] ||
      code=$(kube get pod "$pod" --output 'jsonpath={.status.containerStatuses[0].state.terminated.exitCode}') || :
  fi
  kube delete pod "$pod" --ignore-not-found --wait=false >/dev/null || say "The pod $pod was not deleted." >&2
  trap "${when_interrupted:--}" INT TERM HUP
  [ -z "$interrupted" ] || return 1
  [ "$phase" = Succeeded ] || return "${code:-1}"
}

# Sets `phase` to the phase in which the pod ended. A pod that was deleted, does not start within ten minutes, or cannot
# be queried for a minute counts as failed.
wait_for_end() {
  waited=0
  errors=0
  while [ -z "$interrupted" ] && [ "$errors" -lt 30 ]; do
    if phase=$(kube get pod "$pod" --ignore-not-found --output 'jsonpath={.status.phase}'); then
      errors=0
    else
      phase=Unknown
      errors=$((errors + 1))
    fi
    case $phase in
      Succeeded | Failed) return ;;
      '')
        say "The pod $pod was deleted before it finished." >&2
        return
        ;;
    esac
    if [ "$phase" = Pending ] && [ "$waited" -ge 600 ]; then
      kube describe pod "$pod" >&2 || :
      return
    fi
    sleep 2 || :
    waited=$((waited + 2))
  done
}

change_backups() { command_beside token "$@"; }

command_inside() {
  name=$1
  shift
  kube exec "deploy/$name" --container "$name" -- node "$@"
}

start_stores() { :; }

# Saves the number of replicas on each Deployment, so that it can be restored even after an interruption. Autoscalers
# leave a Deployment with 0 replicas alone. Sets `stopped` to those that had more.
stop_services() {
  stopped=
  for name in ${services:?} ${workers:?}; do
    replicas=$(kube get deployment "$name" --output 'jsonpath={.spec.replicas}') || return
    [ "$replicas" != 0 ] || continue
    kube annotate deployment "$name" --overwrite "caredrop.example/replicas=$replicas" || return
    stopped="$stopped $name"
    kube scale deployment "$name" --replicas 0 || return
  done
  # Only pods of a Deployment have a hash. The pod of a command is not deleted if its script is killed.
  for name in $services $workers; do
    kube wait pod --for delete --selector "app.kubernetes.io/name=$name,pod-template-hash" --timeout 300s || return
  done
}

# shellcheck disable=SC2086
start_services() { scale_up ${services:?} ${workers:?}; }

# shellcheck disable=SC2086
resume_services() { scale_up ${stopped:?}; }

# Sets `down` to those that do not become ready.
scale_up() {
  down=
  scaled=
  for name; do
    if replicas=$(kube get deployment "$name" --output 'jsonpath={.metadata.annotations.caredrop\.example/replicas}') &&
      kube scale deployment "$name" --replicas "${replicas:-1}"; then scaled="$scaled $name"; else down="$down $name"; fi
  done
  for name in $scaled; do kube rollout status deployment "$name" --timeout 600s || down="$down $name"; done
  [ -z "$down" ]
}

# Sets the claim's name.
place_backups() {
  claim=$1
  # shellcheck disable=SC2034
  backups=$1
}
