# How the JVM is started, by ./berth in a checkout and by bin/berth of a distribution. Sourced, POSIX sh.
# Wants: $jdk (its home), $app (the folder with lib/*.jar and native/), and the command's arguments in "$@". Ends in exec.
# shellcheck shell=sh disable=SC2154

# Start quickly, or run fast? Commands that move much data need the full compiler (C1 alone lacks the
# hash and cipher instructions, 2.6 times slower); all others want to be gone again in a moment.
flavour_of() {
  directives=
  case $1 in ship | receive | bundle | depot | snapshot | bucket) directives=$app/compile.json ;; esac
  case $1 in
    # Small garbage space: what lasts is little, and blocks of a megabyte come and go. And the zstd classes that
    # every Java can load: those for a newer one link all functions of the library first, a third of a second.
    # The cipher is called a few times for each megabyte, so it has to count as hot much sooner than usual: the instructions
    # for it are used only by what the full compiler has made of the callers.
    depot | snapshot | bucket)
      flavour="-XX:+UseParallelGC -Xms96m -Xmn64m"
      # Room for all that a short snapshot leaves behind, in large pages where the system grants them: a new heap is mostly
      # touched for the first time. What is brought back would wait until the system has found such pages.
      if [ "$1" = snapshot ]; then flavour="-XX:+UseParallelGC -Xms160m -Xmn128m -XX:+UseTransparentHugePages"; fi
      # Else one of two processors compiles for half of a short command what is hardly called again. The client of a bucket
      # is much code that is called much.
      if [ "$1" != bucket ]; then flavour="$flavour -XX:CompileThresholdScaling=2"; fi
      flavour="$flavour -Djdk.util.jar.enableMultiRelease=false -XX:CompileCommand=quiet"
      for method in GaloisCounterMode::implGCMCrypt CounterMode::crypt GHASH::update; do
        flavour="$flavour -XX:CompileCommand=CompileThresholdScaling,com.sun.crypto.provider.$method,0.01"
      done
      # The one loop over every byte that is ours.
      flavour="$flavour -XX:CompileCommand=CompileThresholdScaling,dev.berth.depot.chunk.Cutter::cut,0.05"
      ;;
    # Threads that wait for each other's garbage cost more here than they collect.
    ship | receive | bundle) flavour="-XX:+UseSerialGC -Xms96m -Xmn48m" ;;
    serve | tour) flavour="-XX:+UseParallelGC" ;;
    *) flavour="-XX:+UseSerialGC -XX:TieredStopAtLevel=1" ;;
  esac
}
flavour_of "${1-}"

# Without a UTF-8 locale the JVM refuses file names such as é. One that is named but not installed is none.
case ${LC_ALL:-${LC_CTYPE:-${LANG-}}} in
  C.UTF-8 | C.utf8) ;;
  *[Uu][Tt][Ff]-8* | *[Uu][Tt][Ff]8*)
    case $(locale charmap 2> /dev/null) in ANSI*) export LC_ALL=C.UTF-8 ;; esac
    ;;
  *) export LC_ALL=C.UTF-8 ;;
esac

# From a folder that is gone the JVM does not even start.
if ! { [ -n "${PWD-}" ] && [ . -ef "$PWD" ]; } && [ -z "$(pwd -P 2> /dev/null)" ]; then
  echo "berth: the folder that you are in is gone; go to another one" >&2
  exit 10
fi

# The JVM would open a file of its own under the number of a stream that is closed, and we would read it as input.
# By way of another number: some shells take a copy onto itself for done.
closed=false
command : 2> /dev/null 3<&0 || { closed=true && exec < /dev/null; }
command : 2> /dev/null 3>&1 || exec 1< /dev/null
command : 3>&2 || exec 2> /dev/null

# Who is looking? Asked here since the JVM would load a line editor to find out.
terminal=
columns=80
if [ -t 1 ]; then terminal=1; fi
if [ -t 2 ]; then terminal=${terminal}2; fi
if [ -n "$terminal" ]; then
  columns=$(stty size < /dev/tty 2> /dev/null) || columns=80
  columns=${columns##* }
  case $columns in '' | *[!0-9]* | 0) columns=80 ;; esac
fi

classpath=
for jar in "$app"/lib/*.jar; do classpath=${classpath:+$classpath:}$jar; done

# The libraries of SQLite and zstd beside the jars; out of its jar each would be unpacked at every start.
sqlite=
for library in "$app"/native/libsqlitejdbc.*; do
  if [ -f "$library" ]; then sqlite=${library##*/}; fi
done
zstd=
for library in "$app"/native/libzstd-jni-*; do
  if [ -f "$library" ]; then zstd=$library; fi
done

# The cache is named for the JDK that made it and lies beside jars that are never changed in place: this
# JDK serves old classes from a cache whose jars have changed. A missing one would be an error on standard
# output, hence the test.
made_by=
while IFS= read -r line; do
  case $line in JAVA_RUNTIME_VERSION=* | IMPLEMENTOR_VERSION=*) made_by=$made_by-${line#*=} ;; esac
done < "$jdk/release"

# A start loads the whole of its cache, so that each group of commands has one of its own.
groups="plain disk depot snapshot bucket doctor flow vault bundle client serve"
cache_of() { cache=$app/$1$made_by.aot; }
case ${1:-plain} in
  ship | receive) cache_of bundle ;;
  sessions | files | tokens) cache_of client ;;
  serve | tour) cache_of serve ;;
  depot)
    cache_of depot
    if [ "${2-}" = snapshot ]; then cache_of snapshot && flavour_of snapshot; fi
    for word in "$@"; do
      case $word in s3://*) cache_of bucket && flavour_of bucket ;; esac
    done
    ;;
  *)
    case " $groups " in
      *" ${1:-plain} "*) cache_of "${1:-plain}" ;;
      *) cache_of plain ;;
    esac
    ;;
esac

# Copies the native libraries for this machine from the build's folder $1 to $2.
take_native() {
  case $(uname -s)/$(uname -m) in
    Linux/x86_64) set -- "$1" "$2" Linux/x86_64 linux/amd64 ;;
    Linux/aarch64) set -- "$1" "$2" Linux/aarch64 linux/aarch64 ;;
    Darwin/x86_64) set -- "$1" "$2" Mac/x86_64 darwin/x86_64 ;;
    Darwin/arm64) set -- "$1" "$2" Mac/aarch64 darwin/aarch64 ;;
    *) return 0 ;;
  esac
  mkdir -p "$2" && cp "$1/org/sqlite/native/$3"/* "$1/$4"/libzstd-jni-* "$2/"
}

# Options of the JVM, then main class and arguments.
java_with() {
  if [ -n "$sqlite" ]; then
    set -- "-Dorg.sqlite.lib.path=$app/native" "-Dorg.sqlite.lib.name=$sqlite" "-Dorg.sqlite.tmpdir=$app/native" "$@"
  fi
  if [ -n "$zstd" ]; then set -- "-DZstdNativePath=$zstd" "$@"; fi
  # Without the last of these the JVM would say on standard output that it has read the file.
  if [ -n "$directives" ] && [ -f "$directives" ]; then
    set -- -XX:+UnlockDiagnosticVMOptions "-XX:CompilerDirectivesFile=$directives" -XX:-DisplayVMOutput "$@"
  fi
  # The JDK looks through the one shape of call that it links for us for mistakes of its own, which takes a millisecond: the
  # tests have it do so. Nor does that call become faster by being written anew for itself after a hundred times, which takes six.
  # shellcheck disable=SC2086 # $flavour is a list
  exec "$jdk/bin/java" $flavour -XX:-UsePerfData -Xlog:disable -Xlog:all=error:stderr \
    --enable-native-access=ALL-UNNAMED -Djava.lang.foreign.VERIFY_BINDINGS=false -Djava.lang.invoke.MethodHandle.CUSTOMIZE_THRESHOLD=-1 -Dpicocli.disable.closures=true "-Dpicocli.converters.excludes=.*" -Dberth.app="$app" -Dberth.closed="$closed" -Dberth.terminal="$terminal" -Dberth.columns="$columns" \
    -cp "$classpath" "$@"
}

# The work on bundles and depots is over in seconds, and hot in few places: what looks at every byte. These get
# the full compiler; all else the quick one, which leaves both processors to the work. The cipher is waited for: what it
# does meanwhile takes fifty times as long. What it does once for each block, such as to make its keys ready, is not.
write_directives() {
  printf '%s\n' '[{ match: ["com/sun/crypto/provider/AESCrypt.makeSessionKey", "com/sun/crypto/provider/HmacCore.*",' \
    ' "com/sun/crypto/provider/GaloisCounterMode$*.*", "dev/berth/depot/chunk/ChunkId.*"], c2: { Exclude: true } },' \
    ' { match: ["com/sun/crypto/provider/*.*"], c2: { Exclude: false, BackgroundCompilation: false } },' \
    ' { match: ["dev/berth/bundle/secrets/*.*", "dev/berth/depot/chunk/Cutter.*", "sun/security/provider/*.*"], c2: { Exclude: false } },' \
    ' { match: ["*.*"], c2: { Exclude: true } }]' > "$app/compile.json.new" &&
    mv -f "$app/compile.json.new" "$app/compile.json"
}

# How a rehearsal runs. A snapshot mostly finds little to do, so that its own code is to be quick from the start: what was
# compiled simply in the rehearsal is compiled so at once, without counting on for the full compiler; there it counts as hot
# by the usual number of calls. What looks at every byte is left out of that, and found by counting, as ever.
manner_of() {
  manner=
  if [ "$1" = snapshot ] || [ "$1" = depot ]; then
    manner="-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=1" directives=$app/rehearse.json
    printf '%s\n' '[{ match: ["com/sun/crypto/provider/*.*", "dev/berth/depot/chunk/Cutter.*", "sun/security/provider/*.*"],' \
      ' c1: { Exclude: true } }]' > "$directives"
  fi
}

# Makes the cache under a temporary name first; when that fails, the command still runs, only slower. In two
# steps, since the JDK's single step hands the class path on in a variable that splits it at spaces.
train() {
  write_directives || return 0
  wanted=$flavour
  for group in $groups; do
    flavour_of "$group"
    cache_of "$group"
    new=$cache.new.$$
    stage=$(mktemp -d) && mkdir "$stage/work" || return 0
    manner_of "$group"
    # shellcheck disable=SC2086 # $manner may be nothing
    (java_with $manner -XX:AOTMode=record "-XX:AOTConfiguration=$new.notes" dev.berth.cli.Rehearsal "$group" "$stage") > /dev/null 2>&1 < /dev/null
    flavour_of "$group"
    (java_with -XX:AOTMode=create "-XX:AOTConfiguration=$new.notes" "-XX:AOTCache=$new" dev.berth.cli.Rehearsal) > /dev/null 2>&1 < /dev/null
    rm -rf "$new.notes" "$stage"
    if [ -s "$new" ]; then mv -f "$new" "$cache"; else rm -f "$new"; fi
  done
  flavour=$wanted directives=
}
