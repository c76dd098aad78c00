#!/bin/sh
# Submits an array job that measures, and a job that merges the runs once all tasks have ended:
#
#   JAR=/shared/ipc-benchmarktest.jar RESULTS=/shared/ipc deploy/slurm/submit.sh 4 latency -t standard -s 64,4K
#
# JAR and RESULTS are on a file system that every node sees. SBATCH_PARTITION, SBATCH_ACCOUNT and the other variables of
# sbatch choose the nodes; JAVA is the java command, "java" by default.
set -eu

if [ "$#" -lt 2 ]; then
  echo "usage: JAR=FILE RESULTS=DIR $0 TASKS COMMAND [OPTION...]" >&2
  exit 2
fi
: "${JAR:?set JAR to the path of ipc-benchmarktest.jar}"
: "${RESULTS:?set RESULTS to a directory that every node sees}"
export JAR RESULTS

here=$(dirname "$(readlink -f "$0")")
tasks=$1
shift
mkdir -p "$RESULTS"

array=$(sbatch --parsable --array="1-$tasks" "$here/measure.sbatch" "$@")
array=${array%%;*} # "ID;CLUSTER" where there are several clusters
merge=$(sbatch --parsable --dependency="afterany:$array" "$here/merge.sbatch" "$array")
echo "array $array measures, job ${merge%%;*} merges into $RESULTS/merged"
