# shellcheck shell=bash
# What could be typed next on a command line of tutti, which tells it itself.
_tutti() {
    local typed=${COMP_LINE:0:COMP_POINT} word=${COMP_WORDS[COMP_CWORD]}
    local program=${COMP_WORDS[0]/#\~/$HOME}
    mapfile -t COMPREPLY < <("$program" complete "$typed" 2> /dev/null)
    # Bash cuts words at : and = too, and puts what is found in place of what is behind them.
    [[ $word == [:=] ]] && word=
    typed=${typed##* }
    COMPREPLY=("${COMPREPLY[@]#"${typed%"$word"}"}")
    if [[ ${COMPREPLY[0]-} == *[:=/] ]]; then
        compopt -o nospace 2> /dev/null
    fi
}
complete -o default -F _tutti tutti
