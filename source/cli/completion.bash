# shellcheck shell=bash
# Completions of a command line of tutti, which computes them itself.
_tutti() {
    local typed=${COMP_LINE:0:COMP_POINT} word=${COMP_WORDS[COMP_CWORD]}
    local program=${COMP_WORDS[0]/#\~/$HOME}
    mapfile -t COMPREPLY < <("$program" complete "$typed" 2> /dev/null)
    # Bash also splits words at : and =, and replaces only the part behind them.
    [[ $word == [:=] ]] && word=
    typed=${typed##* }
    COMPREPLY=("${COMPREPLY[@]#"${typed%"$word"}"}")
    if [[ ${COMPREPLY[0]-} == *[:=/] ]]; then
        compopt -o nospace 2> /dev/null
    fi
}
complete -o default -F _tutti tutti
