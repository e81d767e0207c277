# need.sh: sourced by ./play and ./test (which have set -eu): installs missing packages. Does nothing if all are there.
# shellcheck shell=sh

say() { printf '%s\n' "$*" >&2; }

# need PACKAGE...: installs the Debian packages that are missing.
need() {
    missing=
    if ! command -v dpkg-query >/dev/null; then
        say "This is not a Debian-like system, so nothing is installed for you. Wanted: $*"
        return 0
    fi
    for package in "$@"; do
        case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
        *' installed') ;;
        *) missing="$missing $package" ;;
        esac
    done
    [ -n "$missing" ] || return 0
    sudo=
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "These packages are missing, and there is no sudo to install them with:$missing"
            say "Ask whoever looks after this machine for: apt-get install$missing"
            exit 1
        fi
        sudo=sudo
    fi
    say "Installing:$missing"
    log=$(mktemp)
    # shellcheck disable=SC2086  # a list of names, and a word that may be nothing
    if ! { $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing; } >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        say "The packages could not be installed: is there a network? The full story is in $log"
        exit 1
    fi
    rm -f "$log"
}

# need_npm: npm comes with some Node.js packages and is one of its own in Debian.
need_npm() {
    command -v npm >/dev/null || need npm
}

# configured DIR MESON-OPTIONS...: a build folder as it should be; only the first time, and when the list of games has changed, is it work.
configured() {
    dir=$1
    shift
    # the games are the folders that are there: a new one, or a new file in one, is a new list
    games=$(python3 scripts/games.py list && python3 scripts/games.py library)
    if [ ! -f "$dir/build.ninja" ]; then
        say "Configuring $dir"
    elif [ "$games" != "$(cat "$dir/games.txt" 2>/dev/null)" ]; then
        set -- --reconfigure
    else
        return 0
    fi
    meson setup "$dir" "$@" >"$dir.log" 2>&1 || { tail -n 20 "$dir.log" >&2; say "$dir could not be configured; the full story is in $dir.log"; exit 1; }
    printf '%s\n' "$games" >"$dir/games.txt"
}

# compile DIR TARGET...: builds what changed, without targets everything; quiet unless something is wrong.
compile() {
    dir=$1
    log=$dir.log
    shift
    if ninja -C "$dir" -n "$@" 2>/dev/null | grep -q '^\[1/'; then say "Building $dir"; fi
    ninja -C "$dir" "$@" >"$log" 2>&1 || { grep -A 8 -E 'error|FAILED' "$log" | head -n 40 >&2; say "$dir could not be built; the full story is in $log"; exit 1; }
    rm -f "$log"
}

# build DIR MESON-OPTIONS...: configures and builds everything.
build() {
    configured "$@"
    compile "$1"
}
