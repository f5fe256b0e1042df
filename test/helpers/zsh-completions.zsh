# Writes what zsh completes at the end of a line, one word each. Arguments: the script of completions, and the line.
# Functions of zsh also call compadd for themselves, with -O, -A or -D. Completion runs in the line editor alone, so an interactive zsh runs on a terminal of its own.
zmodload zsh/zpty
words=$(mktemp)
zpty shell zsh -f -i
zpty -w shell "
  autoload -Uz compinit && compinit -D -u
  compadd() {
    if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd \"\$@\"; return; fi
    local -a found
    builtin compadd -O found \"\$@\"
    (( \$#found )) && print -rl -- \$found >> $words
    builtin compadd \"\$@\"
  }
  complete() { zle complete-word; print END_OF''_COMPLETION }
  zle -N complete; bindkey '^I' complete
  source $1; print READY_TO''_COMPLETE"
zpty -r -m shell seen '*READY_TO_COMPLETE*'
zpty -w -n shell "$2"$'\t'
zpty -r -m shell seen '*END_OF_COMPLETION*'
zpty -d shell
sort -u $words
rm $words
