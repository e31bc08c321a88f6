# The resident of a sandbox: starts turns when it is told to, and ends what a turn started.
# $1: the folder it shares with the server. $2: where turns begin. $3: "alone" when every process
# it can see is one of this sandbox. Words from the server come on descriptor 3, a line each.
# What it says of a turn goes to descriptor 4, that all of it was killed to descriptor 5: both are
# opened before the turn begins, so that nothing which becomes of their names matters.
# Written for any POSIX shell; needs no other program than env and cat.
shared=$1
home=$2
alone=$3
turn=0
main=0
mark=
before=' '

# Asynchronous commands of a shell ignore SIGINT for good, unless env can set that right.
clean=
if env --default-signal=INT,QUIT true 2>/dev/null; then clean='env --default-signal=INT,QUIT'; fi

# A handler, since an ignored signal would be ignored by every turn as well.
trap : HUP INT TERM

begin() {
    turn=$1
    main=0
    before=' '
    for each in /proc/[0-9]*; do before="$before${each#/proc/} "; done
    command exec 4<>"$shared/$turn/end" || return
    command exec 5<>"$shared/$turn/killed" || return
    (
        trap - HUP INT TERM
        # A shell that cannot have another process gives up; no signal ends it with so low a code.
        trap '[ $? -ge 126 ] || echo unbegun >&4' EXIT
        cd "$home" || exit 126
        # Said before the script is read: whoever takes the script away and sees that this was not
        # said knows that nothing will be executed.
        echo begun >&4
        script=$(cat "$shared/$turn/script") || exit 1
        : >"$shared/$turn/script"
        exec <"$shared/$turn/in" >>"$shared/$turn/out" 2>&1 3<&- 5<&-
        eval "$script" 4<&-
        code=$?
        trap - EXIT
        echo "exit $code" >&4
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

# Whether process $1 is no more, or only waits to be counted.
is_over() {
    while read -r key value rest; do
        case $key$value in State:Z | State:X) return 0 ;; State:*) return 1 ;; esac
    done 2>/dev/null <"/proc/$1/status"
    return 0
}

signal_all() {
    for entry in /proc/[0-9]*; do
        process=${entry#/proc/}
        [ "$process" = $$ ] && continue
        if of_turn "$process"; then kill "-$1" "$process" 2>/dev/null; fi
    done
}

# Whether something that the turn started is still there.
any_left() {
    for entry in /proc/[0-9]*; do
        process=${entry#/proc/}
        [ "$process" = $$ ] && continue
        if of_turn "$process" && ! is_over "$process"; then return 0; fi
    done
    return 1
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

# Says so when the turn's own shell is no more, or never was: then every process that this sandbox
# may have belongs to what earlier turns left running. How it ended counts, if it said that before.
look() {
    if is_over "$main"; then echo lost >&4; fi
}

echo ready 1<>"$shared/ready" || exit 1
# What is said from here on is nobody's business, and would lie where no quota counts it.
exec </dev/null >/dev/null 2>&1
while :; do
    # A signal ends the reading; there is no other end, since this descriptor can write as well.
    read -r word number name <&3 || continue
    case $word in
    begin)
        mark=$name
        begin "$number"
        ;;
    ask) [ "$number" = "$turn" ] && signal_all TERM ;;
    rest)
        # What came while it looked is ended all the same.
        if [ "$number" = "$turn" ] && ! any_left; then
            kill_all
            echo killed >&5
        fi
        ;;
    kill)
        if [ "$number" = "$turn" ]; then
            kill_all
            echo killed >&5
        else
            echo killed 1<>"$shared/$number/killed"
        fi
        ;;
    look)
        # One that it never heard of will not begin any more.
        if [ "$number" = "$turn" ]; then look; else echo lost 1<>"$shared/$number/end"; fi
        ;;
    esac
done
