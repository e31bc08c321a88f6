# The resident of a sandbox: starts turns when it is told to, and ends what a turn started.
# $1: the folder it shares with the server. $2: where turns begin. $3: "alone" when every process
# it can see is one of this sandbox. Words from the server come on descriptor 3, a line each.
# Written for any POSIX shell; needs no other program than env and cat.
shared=$1
home=$2
alone=$3
turn=0
main=0
before=' '

# Asynchronous commands of a shell ignore SIGINT for good, unless env can set that right.
clean=
if env --default-signal=INT,QUIT true 2>/dev/null; then clean='env --default-signal=INT,QUIT'; fi

# A handler, since an ignored signal would be ignored by every turn as well.
trap : HUP INT TERM

begin() {
    turn=$1
    before=' '
    for each in /proc/[0-9]*; do before="$before${each#/proc/} "; done
    (
        trap - HUP INT TERM
        # A shell that cannot have another process gives up; no signal ends it with so low a code.
        trap '[ $? -ge 126 ] || echo unbegun 1<>"$shared/$turn/end"' EXIT
        script=$(cat "$shared/$turn/script")
        : >"$shared/$turn/script"
        cd "$home" || exit 126
        exec <"$shared/$turn/in" >>"$shared/$turn/out" 2>&1 3<&-
        # In place: there may be no room for another block.
        echo begun 1<>"$shared/$turn/end"
        eval "$script"
        code=$?
        trap - EXIT
        echo "exit $code" 1<>"$shared/$turn/end"
    ) 2>/dev/null &
    main=$!
}

# Sets $parent to the parent of process $1, to nothing when there is no such process.
find_parent() {
    parent=
    while read -r key value rest; do
        case $key in PPid:)
            parent=$value
            return
            ;;
        esac
    done 2>/dev/null <"/proc/$1/status"
}

# Whether process $1 was started by the turn: it descends from it, or it lost its parents and is
# younger than the turn (where others are about: and carries the turn's mark).
of_turn() {
    each=$1
    while :; do
        [ "$each" = "$main" ] && return 0
        case $before in *" $each "*) return 1 ;; esac
        find_parent "$each"
        case $parent in
        '' | 0 | 1 | $$)
            [ "$alone" = alone ] && return 0
            grep -qs "BERTH_TURN=$mark" "/proc/$1/environ"
            return
            ;;
        esac
        each=$parent
    done
}

signal_all() {
    for entry in /proc/[0-9]*; do
        process=${entry#/proc/}
        [ "$process" = $$ ] && continue
        if of_turn "$process"; then kill "-$1" "$process" 2>/dev/null; fi
    done
}

# Stopped first, so that none has children while others are killed.
kill_all() {
    stopped=' '
    again=yes
    while [ $again ]; do
        again=
        for entry in /proc/[0-9]*; do
            process=${entry#/proc/}
            [ "$process" = $$ ] && continue
            case $stopped in *" $process "*) continue ;; esac
            if of_turn "$process"; then
                kill -STOP "$process" 2>/dev/null
                stopped="$stopped$process "
                again=yes
            fi
        done
    done
    for process in $stopped; do kill -KILL "$process" 2>/dev/null; done
}

# Says so when the turn's own shell is no more and has not said how it ended, or never was: then
# every process that this sandbox may have belongs to what earlier turns left running.
look() {
    while read -r key value rest; do
        case $key$value in State:Z | State:X) break ;; State:*) return ;; esac
    done 2>/dev/null <"/proc/$main/status"
    read -r said rest 2>/dev/null <"$shared/$turn/end"
    case $said in
    exit) ;;
    runs) echo unbegun 1<>"$shared/$turn/end" ;;
    *) echo lost 1<>"$shared/$turn/end" ;;
    esac
}

echo ready 1<>"$shared/ready"
while :; do
    # A signal ends the reading; there is no other end, since this descriptor can write as well.
    read -r word number mark <&3 || continue
    case $word in
    begin) begin "$number" ;;
    ask) [ "$number" = "$turn" ] && signal_all TERM ;;
    kill)
        [ "$number" = "$turn" ] && kill_all
        echo killed 1<>"$shared/$number/killed"
        ;;
    look) [ "$number" = "$turn" ] && look ;;
    esac
done
