#!/bin/sh
# Copies the runs of the DaemonSet's pods into a directory, one directory a pod:
#
#   deploy/kubernetes/collect.sh runs && ipcbench merge runs/*/*/results.jsonl
set -eu

if [ "$#" -ne 1 ]; then
  echo "usage: $0 DIR" >&2
  exit 2
fi
directory=$1

kubectl rollout status daemonset/ipc-benchmark --timeout=2h
pods=$(kubectl get pods --selector=app.kubernetes.io/name=ipc-benchmark --output=name)
for pod in $pods; do
  name=${pod#pod/}
  mkdir -p "$directory/$name"
  kubectl cp --container=keep "$name:/work/output" "$directory/$name"
done
