#!/bin/sh
# Runs a command with a keychain that is unlocked and empty, in a folder of its own.
set -eu
keychain=$(mktemp -d)
trap 'rm -rf "$keychain"' EXIT
printf test | HOME="$keychain" XDG_DATA_HOME="$keychain" XDG_CACHE_HOME="$keychain" \
  gnome-keyring-daemon --unlock --components=secrets >/dev/null
"$@"
