# Read by bin/setenv for bin/client. At the end of its standard input Karaf's client ends the session, and
# closes it before a given command has run. So if standard input is no terminal, as in cron, this script passes a command
# as a batch. Without -b the client does not use its standard input anyway. CheckedClient sends the standard input with a
# command that has "-" instead of a file.

# client_read ARGUMENT...: parses the arguments. Sets client_command, and "yes" for each present one of client_file,
# client_batch, client_login, client_password and client_elsewhere (another port or machine); client_help also if an
# option has no value. The rules are those of org.apache.karaf.client.ClientConfig.
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

# client_finds_bus: false if the bus of this directory does not run, as far as this user can see
client_finds_bus() {
    client_data=${KARAF_DATA:-${DIRNAME}/../data}
    [ -e "${client_data}/karaf.pid" ] || { [ -e "${client_data}" ] && [ ! -x "${client_data}" ]; return; }
    [ -r "${client_data}/karaf.pid" ] || return 0
    # For the process of another user kill fails as for a missing process.
    client_bus=$(cat "${client_data}/karaf.pid")
    kill -0 "${client_bus}" 2>/dev/null || [ -e "/proc/${client_bus}" ]
}

client_read "$@"
# Its host key is not checked then. The words of a command, and the values of options, name no server.
[ -z "${client_elsewhere}" ] || JAVA_OPTS="${JAVA_OPTS} -Desbmt.client.elsewhere=true"
if [ -z "${client_help}" ]; then
    # The client's own messages, "Failed to get the session." and "No more authentication methods available", contain no
    # remedy.
    if [ -z "${client_elsewhere}" ] && ! client_finds_bus; then
        echo "bin/client: the bus does not run; bin/start starts it." >&2
    fi
    if { [ ! -t 0 ] || [ ! -t 1 ]; } && { [ -z "${client_login}" ] || [ -z "${client_password}" ]; }; then
        echo "bin/client: without a terminal for input and output there is no prompt for login and password;" \
            "use -u and -p." >&2
    fi
    case " ${client_command} " in
        *' - '*) [ -n "${client_batch}${client_file}" ] || client_sends=yes ;;
    esac
    if [ -n "${client_sends}" ]; then
        if [ -t 0 ]; then
            echo "bin/client: '-' in a command stands for a file on standard input: bin/client ... < file" >&2
            exit 1
        fi
        # Otherwise the first file that the JVM opens would be the standard input, and be sent.
        (exec 3<&0) 2>/dev/null || exec </dev/null
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
