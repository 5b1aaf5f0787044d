# Read by bin/setenv for bin/client. Karaf's client takes the end of its standard input for the end of the session, and
# closes it before a command that it was given has run. So where standard input is no terminal, as in cron, a command is
# handed over as a batch; without -b the client makes nothing of its standard input anyway.

# client_asks ARGUMENT...: "file" if commands are to come from a file, the command if one is given, nothing if neither is,
# or if a batch or help is asked for. Arguments are told apart as org.apache.karaf.client.ClientConfig does it.
client_asks() {
    client_command=
    client_file=
    while [ $# -gt 0 ]; do
        case "$1" in
            -b | --help) return ;;
            --) shift; client_command="${client_command} $*"; break ;;
            -f) client_file=yes; client_values=2 ;;
            -[ahulrpdkt]) client_values=2 ;;
            -*) client_values=1 ;;
            *) client_command="${client_command} $1"; client_values=1 ;;
        esac
        [ $# -ge "${client_values}" ] || return
        shift "${client_values}"
    done
    if [ -n "${client_file}" ]; then
        echo file
    else
        echo "${client_command# }"
    fi
}

if [ ! -t 0 ]; then
    client_asked=$(client_asks "$@")
    case "${client_asked}" in
        '') ;;
        file) set -- -b "$@" ;;
        *)
            set -- -b "$@"
            exec <<END
${client_asked}
END
            ;;
    esac
fi
