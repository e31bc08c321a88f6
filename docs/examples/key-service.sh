#!/bin/sh
# A key service for `berth depot … --key-command`: what it wraps it keeps in a folder of its own, and gives a number for it.
# Whoever has the depot and not this folder can read nothing. Keep a copy of the folder elsewhere.
set -eu
umask 077
folder=${KEY_SERVICE_FOLDER:-$HOME/.berth-key-service}
mkdir -p "$folder"
number() { head -c 16 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

case $1 in
  id)
    [ -s "$folder/id" ] || { number > "$folder/id.new" && ln "$folder/id.new" "$folder/id" 2> /dev/null || :; }
    cat "$folder/id"
    ;;
  wrap)
    read -r context && read -r secret
    handle=$(number)
    printf '%s\n%s\n' "$context" "$secret" > "$folder/$handle"
    sync
    printf '%s' "$handle" | base64
    ;;
  unwrap)
    read -r context && read -r wrapped
    handle=$(printf '%s' "$wrapped" | base64 -d)
    case $handle in '' | *[!0-9a-f]*) exit 18 ;; esac
    [ -r "$folder/$handle" ] || exit 18
    { read -r expected && read -r secret; } < "$folder/$handle"
    [ "$context" = "$expected" ] || exit 18
    printf '%s\n' "$secret"
    ;;
  *) exit 2 ;;
esac
