# Read by bin/setenv for bin/client. Karaf's client takes the end of its standard input for the end of the session, and
# closes it before a command that it was given has run. So where standard input is no terminal, as in cron, a command is
# handed over as a batch; without -b the client makes nothing of its standard input anyway. A command with "-" in the place of a
# file gets the standard input, by a client of ours.

# client_read ARGUMENT...: what is asked for. Sets client_command, and to "yes" what is there of client_file,
# client_batch, client_login, client_password and client_elsewhere (another port or machine); client_help also where an
# option has no value. Arguments are told apart as org.apache.karaf.client.ClientConfig does it.
client_read() {
    client_command=
    client_file=
    client_batch=
    client_login=
    client_password=
    client_elsewhere=
    client_help=
    client_sends=
    while [ $# -gt 0 ]; do
        client_values=2
        case "$1" in
            --) shift; client_command="${client_command} $*"; break ;;
            --help) client_help=yes; client_values=1 ;;
            -b) client_batch=yes; client_values=1 ;;
            -f) client_file=yes ;;
            -u) client_login=yes ;;
            -p) client_password=yes ;;
            -[ah]) client_elsewhere=yes ;;
            -[lrdkt]) ;;
            -) client_command="${client_command} -"; client_values=1 ;;
            -*) client_values=1 ;;
            *) client_command="${client_command} $1"; client_values=1 ;;
        esac
        [ $# -ge "${client_values}" ] || { client_help=yes; break; }
        shift "${client_values}"
    done
    client_command=${client_command# }
}

# client_finds_bus: false where the bus of this directory does not run, as far as this user may see that
client_finds_bus() {
    client_data=${KARAF_DATA:-${DIRNAME}/../data}
    [ -e "${client_data}/karaf.pid" ] || { [ -e "${client_data}" ] && [ ! -x "${client_data}" ]; return; }
    [ -r "${client_data}/karaf.pid" ] || return 0
    # It may be another user's, which kill does not tell from none.
    client_bus=$(cat "${client_data}/karaf.pid")
    kill -0 "${client_bus}" 2>/dev/null || [ -e "/proc/${client_bus}" ]
}

client_read "$@"
if [ -z "${client_help}" ]; then
    # What the client itself says then, "Failed to get the session." and "No more authentication methods available",
    # does not tell what to do.
    if [ -z "${client_elsewhere}" ] && ! client_finds_bus; then
        echo "bin/client: the bus does not run; bin/start starts it." >&2
    fi
    if { [ ! -t 0 ] || [ ! -t 1 ]; } && { [ -z "${client_login}" ] || [ -z "${client_password}" ]; }; then
        echo "bin/client: login and password are asked for only where input and output are a terminal;" \
            "give them with -u and -p." >&2
    fi
    case " ${client_command} " in
        *' - '*) [ -n "${client_batch}${client_file}" ] || client_sends=yes ;;
    esac
    if [ -n "${client_sends}" ]; then
        if [ -t 0 ]; then
            echo "bin/client: '-' in a command is a file that is sent with it: bin/client ... < file" >&2
            exit 1
        fi
        # Karaf's client knows no "-" outside of a command: the options first, then the command.
        client_left=$#
        while [ "${client_left}" -gt 0 ]; do
            case "$1" in
                --) shift "${client_left}"; client_left=0 ;;
                -[auphlrdkt]) set -- "$@" "$1" "$2"; shift 2; client_left=$((client_left - 2)) ;;
                -?*) set -- "$@" "$1"; shift; client_left=$((client_left - 1)) ;;
                *) shift; client_left=$((client_left - 1)) ;;
            esac
        done
        set -- "$@" -- "${client_command}"
        JAVA_OPTS="${JAVA_OPTS} -Desbmt.client.sends=true"
    elif [ ! -t 0 ] && [ -z "${client_batch}" ]; then
        if [ -n "${client_file}" ]; then
            set -- -b "$@"
        elif [ -n "${client_command}" ]; then
            set -- -b "$@"
            exec <<END
${client_command}
END
        fi
    fi
fi
