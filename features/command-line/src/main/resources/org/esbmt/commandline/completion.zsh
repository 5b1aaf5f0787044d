#compdef esbmt
# Completes the commands of esbmt in Zsh: source <(esbmt completion zsh), or as the file _esbmt in a directory of fpath.
_esbmt() {
  local -a found
  found=("${(@f)$(${~words[1]} __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n ${found[1]} ]]; then compadd -a found; else _files; fi
}
if [[ ${funcstack[1]} == _esbmt ]]; then
  _esbmt "$@"
else
  (( ${+functions[compdef]} )) || { autoload -Uz compinit; compinit -i; }
  compdef _esbmt esbmt
fi
