# Sourced by ./learn and ./check: installs missing packages and builds. All output goes to stderr.
# shellcheck shell=bash disable=SC2154 # root comes from the caller

setup_dir="$root/cmake/setup"
cache_dir="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/warpschool"
user_prefix="$cache_dir/packages" # Debian packages unpacked without root
toolkit_dir="$cache_dir/toolkit"  # NVRTC unpacked from its wheels
toolkit_version=13.0

say() { printf 'warpschool: %s\n' "$*" >&2; }
die() { say "$@"; exit 3; }

# Puts the packages of setup_unpack_packages, if any, on the search paths.
setup_use_user_prefix() {
    [ -d "$user_prefix/usr" ] || return 0
    local triplet
    triplet="$(uname -m)-linux-gnu"
    export PATH="$user_prefix/usr/bin:$PATH"
    export LD_LIBRARY_PATH="$user_prefix/usr/lib/$triplet:$user_prefix/lib/$triplet${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    export LIBRARY_PATH="$user_prefix/usr/lib/$triplet:$user_prefix/lib/$triplet:/usr/lib/$triplet:/lib/$triplet:/lib64${LIBRARY_PATH:+:$LIBRARY_PATH}"
    export C_INCLUDE_PATH="$user_prefix/usr/include:$user_prefix/usr/include/$triplet${C_INCLUDE_PATH:+:$C_INCLUDE_PATH}"
    export PKG_CONFIG_PATH="$user_prefix/usr/lib/$triplet/pkgconfig:$user_prefix/usr/share/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
    export CMAKE_ROOT="$user_prefix/usr/share/cmake-3.25"
    [ -d "$CMAKE_ROOT" ] || unset CMAKE_ROOT
}

# is_there HOW: see packages.txt
is_there() {
    case "$1" in
    pkg-config:*) command -v pkg-config >/dev/null && pkg-config --exists "${1#*:}" ;;
    header:*) [ -e "/usr/include/${1#*:}" ] || [ -e "/usr/include/$(uname -m)-linux-gnu/${1#*:}" ] || [ -e "$user_prefix/usr/include/${1#*:}" ] ;;
    python-module:*) command -v python3 >/dev/null && python3 -c "import ${1#*:}" 2>/dev/null ;;
    file:*) [ -e "${1#*:}" ] ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# missing_packages PURPOSE...: prints the missing Debian packages of these purposes
missing_packages() {
    local purpose package how wanted
    while read -r purpose package how; do
        for wanted in "$@"; do
            [ "$purpose" = "$wanted" ] || continue
            is_there "$how" || printf '%s\n' "$package"
        done
    done < <(grep -v '^#' "$setup_dir/packages.txt") | sort -u
}

# as_root COMMAND...: runs it as root, or with a sudo that needs no password
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

can_be_root() { [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }; }

# Without root: downloads the packages and their dependencies and unpacks them in the cache folder.
setup_unpack_packages() {
    local names
    names=$(apt-get -s -o Debug::NoLocking=1 install --no-install-recommends "$@" 2>/dev/null | awk '/^Inst/ {print $2}')
    [ -n "$names" ] || return 1
    mkdir -p "$user_prefix/archives" || return 1
    # shellcheck disable=SC2086 # a list of names
    (cd "$user_prefix/archives" && apt-get download -q $names >&2) || return 1
    local archive
    for archive in "$user_prefix"/archives/*.deb; do
        dpkg -x "$archive" "$user_prefix" || return 1
    done
    rm -rf "$user_prefix/archives"
    setup_repair_links
    setup_use_user_prefix
}

# Outside of the system's folders, a development package's link may point to a library that only the
# system has. The C library's linker scripts name their parts by absolute paths. Bare names are
# looked up along the search path instead.
setup_repair_links() {
    local triplet folder link target
    triplet="$(uname -m)-linux-gnu"
    folder="$user_prefix/usr/lib/$triplet"
    for link in "$folder"/*.so; do
        { [ -L "$link" ] && [ ! -e "$link" ]; } || continue
        target=$(basename "$(readlink "$link")")
        [ -e "/lib/$triplet/$target" ] && ln -sf "/lib/$triplet/$target" "$link"
        [ -e "/usr/lib/$triplet/$target" ] && ln -sf "/usr/lib/$triplet/$target" "$link"
    done
    local script
    for script in "$folder"/lib{c,m}.so; do
        [ -f "$script" ] && sed -i "s|/[a-z0-9/_-]*/lib|lib|g; s|/lib64/ld|ld|g" "$script"
    done
    return 0
}

# Shows the output of apt-get only when it fails.
setup_apt_get() {
    local log="$cache_dir/apt-get.log"
    mkdir -p "$cache_dir"
    if as_root apt-get update -qq >"$log" 2>&1 &&
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >>"$log" 2>&1; then
        return 0
    fi
    tail -20 "$log" >&2
    return 1
}

# setup_packages PURPOSE...: names the missing packages and installs them
setup_packages() {
    setup_use_user_prefix
    local missing
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    missing=$(printf '%s' "$missing" | tr '\n' ' ')
    if ! command -v apt-get >/dev/null; then
        die "please install these packages (Debian's names): $missing"
    fi
    if can_be_root; then
        say "installing Debian packages: $missing"
        # shellcheck disable=SC2086 # a list of names
        setup_apt_get $missing || say "apt-get failed (is there a network?)"
    else
        say "not root: unpacking Debian packages into $user_prefix: $missing"
        # shellcheck disable=SC2086 # a list of names
        setup_unpack_packages $missing || say "that did not work (is there a network?)"
    fi
    missing=$(missing_packages "$@" | tr '\n' ' ')
    [ -z "$missing" ] || die "still missing: $missing- install them as root: apt-get install $missing"
}

# True if NVRTC is available: in the Toolkit or in the private folder.
have_toolkit() {
    local place
    for place in "${CUDA_PATH:-}" "${CUDA_HOME:-}" /usr/local/cuda; do
        [ -n "$place" ] || continue
        compgen -G "$place/lib*/libnvrtc-builtins.so.$toolkit_version" >/dev/null && return 0
        compgen -G "$place/targets/*/lib/libnvrtc-builtins.so.$toolkit_version" >/dev/null && return 0
    done
    [ -e "$toolkit_dir/nvidia/complete-$toolkit_version" ] && return 0
    /sbin/ldconfig -p 2>/dev/null | grep -q "libnvrtc-builtins\.so\.${toolkit_version//./\\.}"
}

# Fetches the wheels of toolkit.txt. One rename puts them in place, so no half-fetched toolkit is
# seen.
fetch_toolkit() {
    local scratch wheel version
    setup_packages toolkit
    scratch=$(mktemp -d "$toolkit_dir/.fetch-XXXXXX") || return 1
    while read -r wheel version; do
        python3 -m pip download -q --no-deps --disable-pip-version-check -d "$scratch/wheels" "$wheel==$version" >&2 ||
            { rm -rf "$scratch"; return 1; }
    done < <(grep -v '^#' "$setup_dir/toolkit.txt")
    for wheel in "$scratch"/wheels/*.whl; do
        python3 -m zipfile -e "$wheel" "$scratch/tree" || { rm -rf "$scratch"; return 1; }
    done
    touch "$scratch/tree/nvidia/complete-$toolkit_version"
    rm -rf "$toolkit_dir/nvidia"
    mv "$scratch/tree/nvidia" "$toolkit_dir/nvidia" || { rm -rf "$scratch"; return 1; }
    rm -rf "$scratch"
}

# setup_toolkit foreground|background
setup_toolkit() {
    have_toolkit && return 0
    if [ -n "${WARPSCHOOL_NO_FETCH:-}" ]; then
        say "no CUDA Toolkit $toolkit_version found, and WARPSCHOOL_NO_FETCH is set: kernels cannot be compiled"
        return 0
    fi
    mkdir -p "$toolkit_dir" || die "cannot make $toolkit_dir"
    say "no CUDA Toolkit found: fetching NVRTC $toolkit_version (about 100 MB) from PyPI into $toolkit_dir"
    say "NVRTC is NVIDIA's, under the CUDA Toolkit End User License Agreement: https://docs.nvidia.com/cuda/eula/"
    if [ "$1" = background ]; then
        (setup_packages toolkit)
        (flock 9; have_toolkit || fetch_toolkit) 9>"$toolkit_dir/lock" >"$toolkit_dir/fetch.log" 2>&1 </dev/null &
        return 0
    fi
    (flock 9; have_toolkit || fetch_toolkit) 9>"$toolkit_dir/lock" ||
        say "NVRTC could not be fetched: kernels cannot be compiled until it is (./learn doctor says more)"
}

# show_line TEXT: on a terminal, replaces the current line
show_line() { [ ! -t 2 ] || printf '\r\033[K%.79s' "${1:+warpschool: $1}" >&2; }

# show_progress: reads the output of cmake or ninja. On a terminal it updates one line. In a file it
# writes a line for every tenth of a long build.
show_progress() {
    local line at total tenth=0
    while IFS= read -r line; do
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
            at=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
            show_line "building $at of $total"
            if [ ! -t 2 ] && [ "$total" -ge 50 ] && [ $((at * 10 / total)) -gt "$tenth" ]; then
                tenth=$((at * 10 / total))
                say "building $at of $total"
            fi
        elif [[ $line == '-- '* ]]; then
            show_line "configuring: ${line#-- }"
        fi
    done
    show_line ""
}

# setup_configure PRESET: configures a new folder. A folder that was configured for a checkout at
# another place is emptied first, since it would build the sources there.
setup_configure() {
    local folder="$root/build/$1" log="$root/build/$1.log" source
    if [ -e "$folder/CMakeCache.txt" ]; then
        source=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt")
        if [ ! "$source" -ef "$root" ]; then
            say "build/$1 was made for $source: starting afresh"
            rm -rf "$folder"
        fi
    fi
    [ ! -e "$folder/build.ninja" ] || return 0
    say "configuring ($1)"
    (cd "$root" && cmake --preset "$1") 2>&1 | tee "$log" | show_progress
    [ "${PIPESTATUS[0]}" = 0 ] || { cat "$log" >&2; die "cmake failed"; }
}

# setup_build PRESET [TARGET...]: configures if necessary and builds changed files. It is silent
# when all is built.
setup_build() {
    local preset="$1" log="$root/build/$1.log"
    shift
    mkdir -p "$root/build"
    setup_configure "$preset"
    (cd "$root" && cmake --build --preset "$preset" ${1:+--target "$@"}) 2>&1 | tee "$log" | show_progress
    [ "${PIPESTATUS[0]}" = 0 ] || { tail -60 "$log" >&2; die "the build failed; all of it is in $log"; }
}
