# Read by the other scripts of bin/: paths and processes of the bus, and the files that show its state.

home=$(cd "$(dirname "$0")/.." && pwd -P) || exit 3
data=${KARAF_DATA:-${home}/data}
log=${KARAF_LOG:-${data}/log}
pid_file=${data}/karaf.pid
# The bus writes it when it takes messages, with its process as the first word, and deletes it when it no longer does.
ready_file=${data}/ready
# The bus checks it once a second and writes changes: process and state, then a line for each finding.
health_file=${data}/health
password_file=${data}/initial-administrator.txt

# process_of FILE: the process in the first word of FILE, if it runs; empty otherwise
process_of() {
    [ -r "$1" ] || return 0
    process=$(sed -n '1s/^\([0-9]\{1,\}\).*/\1/p' "$1" 2>/dev/null)
    if [ -n "${process}" ] && kill -0 "${process}" 2>/dev/null; then
        echo "${process}"
    fi
}

# command_of PROCESS: its command line
command_of() {
    if [ -r "/proc/$1/cmdline" ]; then
        tr '\0' ' ' <"/proc/$1/cmdline"
    else
        ps -o args= -p "$1" 2>/dev/null
    fi
}

# runs PROCESS: true while it runs, false for a zombie
runs() {
    [ -n "$1" ] && kill -0 "$1" 2>/dev/null || return 1
    case "$(sed 's/^.*) //' "/proc/$1/stat" 2>/dev/null)" in
        Z*) return 1 ;;
    esac
}

# The process of this bus, or nothing. After a crash the number in the file may belong to another process.
bus_process() {
    process=$(process_of "${pid_file}")
    [ -n "${process}" ] || return 0
    case "$(command_of "${process}")" in
        *"-Dkaraf.home=${home} "*) echo "${process}" ;;
    esac
}

# The process of the embedded PostgreSQL, or nothing. For a bus of root the file "location" may have the path of the data.
postgresql_process() {
    directory=$(sed -n 's/^ *directory *= *//p' "${KARAF_ETC:-${home}/etc}/org.esbmt.embedded.postgresql.cfg" 2>/dev/null)
    case "${directory}" in
        '') directory=${data}/postgresql ;;
        '${karaf.data}'*) directory=${data}${directory#'${karaf.data}'} ;;
    esac
    [ ! -r "${directory}/location" ] || directory=$(cat "${directory}/location")
    process=$(process_of "${directory}/cluster/postmaster.pid")
    [ -n "${process}" ] || return 0
    case "$(command_of "${process}")" in
        *postgres*) echo "${process}" ;;
    esac
}

# ready PROCESS: true when that process takes messages
ready() {
    [ -r "${ready_file}" ] && [ "$(sed -n '1s/ .*//p' "${ready_file}" 2>/dev/null)" = "$1" ]
}

# health PROCESS: STARTING, READY, DEGRADED or NOT_READY, as that process has written; otherwise nothing
health() {
    [ -r "${health_file}" ] || return 0
    sed -n "1s/^$1 //p" "${health_file}" 2>/dev/null
}

# room DIRECTORY: false, and said so, where nothing can be written there. A bus with a full disk has no way to log it.
room() {
    probe="$1/.room.$$"
    if dd if=/dev/zero of="${probe}" bs=65536 count=16 2>/dev/null; then
        rm -f "${probe}"
        return 0
    fi
    rm -f "${probe}"
    echo "Nothing can be written to $1: the disk is full, or the directory is not this user's." >&2
    df -P "$1" >&2
    return 1
}

# findings PROCESS [ABOUT]: what that process has found, a line each; with ABOUT of one kind, without its name
findings() {
    [ -n "$(health "$1")" ] || return 0
    if [ $# -gt 1 ]; then
        sed -n "1d; s/^$2: //p" "${health_file}"
    else
        sed 1d "${health_file}"
    fi
}
