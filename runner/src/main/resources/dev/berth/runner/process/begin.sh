# Becomes a sandbox: says who it is, joins its groups, opens what the inside inherits.
# $1: the run's folder. $2: its mark. Then the groups, "--", and the command.
run=$1
mark=$2
shift 2
# A server that found no pid here has moved the folder away: then this is a run too late.
echo $$ >"$run/pid-$mark" || exit 1
[ -e "$run/born-$mark" ] || exit 1
exec 3<>"$run/requests" 4>"$run/status" 5<"$run/filter" || exit 1
while [ "$1" != -- ]; do
    echo 0 >"$1/cgroup.procs" || exit 1
    shift
done
shift
exec "$@" </dev/null >"$run/log" 2>&1
