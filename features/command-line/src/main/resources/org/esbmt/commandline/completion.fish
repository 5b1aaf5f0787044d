# Completes the commands of esbmt in Fish: esbmt completion fish | source
function __esbmt_complete
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    set -l program (string replace -r '^~' "$HOME" -- $words[1])
    set -e words[1]
    set -l found ($program __complete $words "$last" 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path "$last"
    end
end
complete -c esbmt -f -a '(__esbmt_complete)'
