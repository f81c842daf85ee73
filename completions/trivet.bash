# trivet completion for bash 4.4 or newer. Static words come from trivet.words beside this file, without a process,
# names that servers have from "trivet complete". scripts/generate/completion/words.ts says what a line holds.
((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) || return 0
_trivet_file=${BASH_SOURCE[0]%"${BASH_SOURCE[0]##*/}"}trivet.words
if [[ -f $_trivet_file ]]; then mapfile -t _trivet_file <"$_trivet_file"
else mapfile -t _trivet_file < <(command trivet completion words 2>/dev/null); fi
declare -gA _trivet_lines=()
for REPLY in "${_trivet_file[@]}"; do _trivet_lines[${REPLY%%$'\t'*}]=${REPLY#*$'\t'}; done
_trivet_line() { [[ -n ${_trivet_lines[$1]-} ]] && IFS=$'\t' read -ra fields <<<"${_trivet_lines[$1]}"; } # sets fields
_trivet_flag() { # sets spec to what the flag $1 takes; "-" for a switch
  for spec in "${fields[@]}" "${globals[@]}" "$1=-"; do [[ $spec == "$1="* ]] && break; done
  spec=${spec#*=} spec=${spec%% *}
}
_trivet_quote() { # quotes word as the line has begun it; in double quotes a backslash does not save ! from the history
  if [[ -z $inside ]]; then printf -v word %q "$word"; elif [[ $inside == \' ]]; then word=${word//\'/"'\\''"}; else
    word=${word//\\/'\\'} word=${word//\"/'\"'} word=${word//'$'/'\$'} word=${word//$'\x60'/$'\\\x60'}
    word=${word//!/\"\'!\'\"}
  fi
}
_trivet_offer() { # offers what the spec $1 stands for: of words with several beginnings only these
  local word head several=1 found=() live=() quote= plain ops='[=!<>~:]*'
  [[ $1 == ,* && $part == *,* ]] && before+=${part%"${part##*,}"} part=${part##*,}
  [[ $inside == \' ]] && plain=$part || plain=${part//\\/}
  { [[ $1 == / || $1$part == @@* ]] || { [[ $1 == /* ]] && compgen -f -- "$plain" >/dev/null; }; } && files=1 && return
  if [[ $1 == *[0-9-] && ($1 != *!* || $plain != *:*) ]] && _trivet_line "${1##*[!0-9-]}"; then
    for word in "${fields[@]}"; do [[ $word == "$plain"* ]] && found+=("$word"); done
    head=${found[0]-} word=${found[*]: -1}
    [[ ${head%%$ops} == "${word%%$ops}" ]] && several= && [[ -z $inside && $part != *$ops && ${found[*]} == *[~!\<\>]* ]] && quote=\'
    for word in "${found[@]}"; do
      head=${word%%$ops} && [[ -n $several && ${#head} -gt ${#plain} ]] && word=$head; COMPREPLY+=("$before$quote$word")
    done
  fi
  [[ $1 == *!* && ${#found[@]} == 0 ]] || return
  mapfile -t live < <(command trivet complete -- "${line[@]:1}" "$before$plain" 2>/dev/null </dev/null)
  for word in "${live[@]}"; do [[ $word == "$plain"* ]] && found+=("$word"); done
  for head in "${found[@]}"; do # after a tab a name can have a summary
    word=${head%%$'\t'*} && _trivet_quote && [[ $head == *$'\t'* && ${#found[@]} -gt 1 ]] && word+="  ${head#*$'\t'}"
    COMPREPLY+=("$before$word")
  done
}
_trivet() {
  local IFS=$' \t\n' i at REPLY word rest=$COMP_LINE line=() cur path=trivet fields=() globals=() places=() breaks=${COMP_WORDBREAKS//[!:=@]}
  local typed=1 spec=- open=1 part before= files= inside= && COMPREPLY=()
  for ((i = 0; i <= COMP_CWORD; i++)); do # readline splits words at : and = too: what has no space before it goes on
    word=${COMP_WORDS[i]} REPLY=${rest%%[![:space:]]*} rest=${rest#"$REPLY"} rest=${rest#"$word"}
    [[ $word == -- ]] && at=${at:-$((i + 1))}
    [[ i -eq COMP_CWORD && $word == [\'\"]* ]] && inside=${word:0:1}
    [[ i -eq COMP_CWORD && ( -n $2 || $word != [:=@]* ) ]] && word=$2
    [[ i -gt 0 && -z $REPLY ]] && word=${line[-1]}$word && unset 'line[-1]'
    cur=$word part=$word
    case $word in \'*\') word=${word:1:-1} ;; \"*\") word=${word:1:-1} word=${word//\\} ;; *) word=${word//\\} ;; esac
    line+=("$word")
  done
  unset 'line[-1]' && _trivet_line flags && globals=("${fields[@]}") && _trivet_line trivet
  for ((i = 1; i < ${#line[@]}; i++)); do word=${line[i]} # flags may stand anywhere
    if [[ $word == -- ]]; then # another command follows
      if [[ ${fields[0]} != *' --' ]]; then return; elif declare -F _command_offset >/dev/null; then _command_offset "$at"
      else compopt -o default; fi
      return
    elif [[ $word == -?* ]]; then
      [[ $word == --*=* ]] || _trivet_flag "$word"; [[ $spec != - && i+1 -lt ${#line[@]} ]] && spec=- && ((++i))
    elif [[ -n $open ]] && _trivet_line "$path $word"; then path+=" $word"; else open= && ((++typed)); fi
  done
  if [[ $spec != - ]]; then _trivet_offer "$spec"
  elif [[ $cur == --*=* ]]; then _trivet_flag "${cur%%=*}" && before=${cur%%=*}= part=${cur#*=} && _trivet_offer "$spec"
  else
    for word in "${fields[@]:1}" "${globals[@]:1}"; do # its own flags first
      [[ $word == "$cur"*' '* && ($cur == -* || $word$open == [!-]*' '*1) ]] && COMPREPLY+=("${word%%[= ]*}")
    done
    IFS=' ' read -ra places <<<"${fields[0]% --}"
    [[ ${places[-1]} == ... && typed -ge ${#places[@]}-1 ]] && typed=$((${#places[@]} - 2))
    [[ $cur != -* && -n ${places[typed]-} ]] && _trivet_offer "${places[typed]}"
  fi
  [[ -n $files ]] && compopt -o default
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[/=!\<\>~:] ]] && compopt -o nospace
  if [[ -n $inside ]]; then rest=${cur%"$2"}; else rest=${cur%"${cur##*[$'\n'$breaks]}"}; fi # what readline keeps
  COMPREPLY=("${COMPREPLY[@]#"$rest"}")
}
complete -o nosort -F _trivet trivet
for REPLY in "${!BASH_ALIASES[@]}"; do [[ ${BASH_ALIASES[$REPLY]} == trivet ]] && complete -o nosort -F _trivet -- "$REPLY"; done
