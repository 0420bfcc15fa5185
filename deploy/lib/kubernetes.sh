# shellcheck shell=sh
# Backups are in a PersistentVolumeClaim of the namespace. Commands that use them run in pods made from the Deployments.
# Needs kubectl and Node.

namespace=${NAMESPACE:-caredrop}
kube() { kubectl --namespace "$namespace" "$@"; }

command_beside() {
  name=$1
  shift
  pod="$name-$(date -u +%H%M%S)-$$"
  kube get deployment "$name" --output json |
    node "${lib:?}/one-off-pod.mjs" "$pod" "${claim:?}" "$@" |
    kube create --filename - >/dev/null
  phase=$(ended "$pod")
  kube logs "$pod"
  code=$(kube get pod "$pod" --output 'jsonpath={.status.containerStatuses[0].state.terminated.exitCode}')
  kube delete pod "$pod" --wait=false >/dev/null
  [ "$phase" = Succeeded ] || return "${code:-1}"
}

# Prints the phase in which a pod ended. A pod that does not start within ten minutes has failed.
ended() {
  waited=0
  while :; do
    phase=$(kube get pod "$1" --output 'jsonpath={.status.phase}')
    case $phase in Succeeded | Failed) break ;; esac
    if [ "$phase" = Pending ] && [ "$waited" -ge 600 ]; then
      kube describe pod "$1" >&2
      break
    fi
    sleep 2
    waited=$((waited + 2))
  done
  say "$phase"
}

command_inside() {
  name=$1
  shift
  kube exec "deploy/$name" --container "$name" -- node "$@"
}

start_stores() { :; }

# Saves the number of replicas on each Deployment, so that it can be restored even after an interruption. Autoscalers
# leave a Deployment with 0 replicas alone.
stop_services() {
  for name in ${services:?} ${workers:?}; do
    replicas=$(kube get deployment "$name" --output 'jsonpath={.spec.replicas}')
    [ "$replicas" = 0 ] ||
      kube annotate deployment "$name" --overwrite "caredrop.example/replicas=$replicas"
    kube scale deployment "$name" --replicas 0
  done
  for name in $services $workers; do
    kube wait pod --for delete --selector "app.kubernetes.io/name=$name" --timeout 300s
  done
}

start_services() {
  for name in ${services:?} ${workers:?}; do
    replicas=$(kube get deployment "$name" --output 'jsonpath={.metadata.annotations.caredrop\.example/replicas}')
    kube scale deployment "$name" --replicas "${replicas:-1}"
  done
  for name in $services $workers; do kube rollout status deployment "$name" --timeout 600s; done
}

# Sets the claim's name.
place_backups() {
  claim=$1
  # shellcheck disable=SC2034
  backups=$1
}
