# Read by bin/backup and bin/restore, after bin/bus.sh and bin/setenv: runs a program with libraries of the bus.

# run_program CLASS ARGUMENT...: ends this script. The program restricts its files to their owner, with any umask. A program of
# root runs PostgreSQL as another user, who needs access through the other directories, as in bin/start.
run_program() {
    class=$1
    shift
    umask 022
    jars=
    release=
    for jar in "${home}"/lib/programs/*.jar "${home}"/system/org/esbmt/embedded-postgresql/*/*.jar \
        "${home}"/system/org/esbmt/registry-api/*/*.jar "${home}"/system/org/postgresql/postgresql/*/*.jar; do
        jars=${jars:+${jars}:}${jar}
        case "${jar}" in
            */embedded-postgresql-*.jar) release=${jar##*-}; release=${release%.jar} ;;
        esac
    done
    exec "${JAVA}" -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dfile.encoding=UTF-8 -cp "${jars}" \
        -Dorg.slf4j.simpleLogger.defaultLogLevel=error -Dorg.slf4j.simpleLogger.showThreadName=false \
        -Desbmt.home="${home}" -Desbmt.etc="${KARAF_ETC:-${home}/etc}" -Desbmt.data="${data}" -Desbmt.log="${log}" \
        -Desbmt.release="${release}" "${class}" "$@"
}
