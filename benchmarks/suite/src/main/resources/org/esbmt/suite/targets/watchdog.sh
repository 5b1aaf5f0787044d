# Reads "process PID", "bus FOLDER" and "stopped FOLDER" until the suite ends in any way, and then stops what still runs of them.
trap '' INT TERM HUP
born() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20; }
processes=
buses=
while read -r kind what; do
    case $kind in
        process) processes="$processes $what:$(born "$what")" ;;
        bus) buses="$buses
$what" ;;
        stopped) buses=$(printf '%s\n' "$buses" | grep -vxF "$what") ;;
    esac
done
same() { [ -n "${1#*:}" ] && [ "$(born "${1%%:*}")" = "${1#*:}" ]; }
for one in $processes; do same "$one" && kill "${one%%:*}"; done
printf '%s\n' "$buses" | while read -r folder; do
    [ -z "$folder" ] || [ ! -x "$folder/bin/stop" ] || "$folder/bin/stop"
done
for left in 1 2 3 4 5 6 7 8 9 10; do
    alive=
    for one in $processes; do same "$one" && alive=yes; done
    [ -n "$alive" ] || exit 0
    sleep 1
done
for one in $processes; do same "$one" && kill -9 "${one%%:*}"; done
