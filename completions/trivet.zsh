#compdef trivet
# trivet completion for zsh 5.3 or newer. Static words come from trivet.words beside this file, without a process,
# names that servers have from "trivet complete". scripts/generate/completion/words.ts says what a line holds.
typeset -g _trivet_file=${${(%):-%x}:A:h}/trivet.words
typeset -ga _trivet_lines
_trivet_line() { # sets fields to those of the line $1; fails where there is none
  [[ $#_trivet_lines -eq 0 && -f $_trivet_file ]] && _trivet_lines=("${(@f)$(<$_trivet_file)}")
  (($#_trivet_lines)) || _trivet_lines=("${(@f)$(command trivet completion words 2>/dev/null)}")
  local line=${${(M)_trivet_lines:#${(b)1}$'\t'*}[1]}
  [[ -n $line ]] && fields=("${(@ps:\t:)${line#*$'\t'}}")
}
_trivet_flag() { # sets spec to what the flag $1 takes; "-" for a switch
  local -a known=(${(M)fields:#${(b)1}=*} ${(M)globals:#${(b)1}=*} $1=-)
  spec=${${known[1]#*=}%% *}
}
_trivet_offer() { # offers what the spec $1 stands for; of words with several beginnings only these
  local plain=${(Q)PREFIX}
  local -a fields found heads live told
  [[ $1 == ,* ]] && compset -P '*,' && plain=${plain##*,}
  [[ $1 == /* && ($1 == / || $plain != *:*) ]] && _files
  [[ $1 == @ ]] && compset -P '@' && _files
  if [[ $1 == *[0-9-] && ($1 != *!* || $plain != *:*) ]] && _trivet_line ${1##*[^0-9-]}; then
    found=(${(M)fields:#${(b)plain}*})
    heads=(${(u)found%%[=!<>~:]*})
    (($#heads > 1)) && found=(${(M)found:#${(b)plain}[=!<>~:]*} ${heads:#${(b)plain}})
    compadd -S '' -- ${(M)found:#*[=<>~:]}
    compadd -- ${found:#*[=<>~:]}
  fi
  [[ $1 == *!* && $#found -eq 0 ]] || return
  live=(${(f)"$(command trivet complete -- "${(@Q)words[2,CURRENT-1]}" "$IPREFIX$plain" 2>/dev/null </dev/null)"})
  told=(${(M)live:#*$'\t'*}) live=(${live:#*$'\t'*}) # after a tab a name can have a summary
  (($#told)) && told=("${(@)told/$'\t'/:}") && _describe -V name told
  compadd -- ${live:#*/}
  compadd -S '' -- ${(M)live:#*/}
}
_trivet() {
  emulate -L zsh
  setopt extended_glob no_glob_subst
  local word line=trivet spec=- open=1
  local -a fields globals places offered
  local -i i typed=2
  _trivet_line flags && globals=($fields) && _trivet_line trivet
  for ((i = 2; i < CURRENT; i++)); do # flags may stand anywhere
    word=${(Q)words[i]}
    if [[ $word == -- ]]; then # another command follows
      [[ $fields[1] == *' --' ]] || return 1
      shift $i words
      ((CURRENT -= i))
      _normal -p trivet
      return
    elif [[ $word == -?* ]]; then
      [[ $word == --*=* ]] || _trivet_flag $word
      [[ $spec != - && i+1 -lt CURRENT ]] && spec=- && ((++i))
    elif [[ -n $open ]] && _trivet_line "$line $word"; then line+=" $word"
    else open= && ((++typed)); fi
  done
  if [[ $spec != - ]]; then _trivet_offer $spec
  elif [[ $PREFIX == --*=* ]]; then
    _trivet_flag ${PREFIX%%=*} && compset -P 1 '*=' && _trivet_offer $spec
  elif [[ $PREFIX == -* ]]; then # its own flags first
    for word in $fields $globals; do [[ $word == --*' '* ]] && offered+=("${${word%% *}%%=*}:${word#* }"); done
    _describe -V -o flag offered
  else
    for word in $fields[2,-1]; do [[ -n $open && $word == [^-]* ]] && offered+=("${word/ /:}"); done
    (($#offered)) && _describe command offered
    places=(${(s: :)${fields[1]% --}})
    [[ $places[-1] == ... && typed -ge $#places ]] && typed=$#places-1
    [[ -n $places[typed] ]] && _trivet_offer $places[typed]
  fi
}
if [[ $funcstack[1] == _trivet ]]; then _trivet "$@"; else compdef _trivet trivet; fi
