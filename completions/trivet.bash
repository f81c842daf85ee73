# trivet completion for bash 4.4 or newer. The build writes the words of the catalogue into it.
# Static words are answered here, without starting a process. Live names come from files that
# "trivet completion candidates" writes, waited for 300 ms at most, by reading only.
((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) || return 0
@@tables@@
# Live names: one file a kind. First line: version and when it expires; second: the context it was read in.
_trivet_live() {
  local kind=$1 parent=$2 folder profiles file context now expires line name lines=() fresh=
  if [[ -n ${TRIVET_CONFIG_DIR-} ]]; then
    folder=$TRIVET_CONFIG_DIR/cache profiles=$TRIVET_CONFIG_DIR/profiles.json
  else
    [[ -n ${HOME-} ]] || return
    folder=$HOME/.cache/trivet profiles=$HOME/.config/trivet/profiles.json
    [[ ${XDG_CACHE_HOME-} == /* ]] && folder=$XDG_CACHE_HOME/trivet
    [[ ${XDG_CONFIG_HOME-} == /* ]] && profiles=$XDG_CONFIG_HOME/trivet/profiles.json
  fi
  file=$folder/names/$kind
  context="$parent|${given[*]-}|@@variables@@"
  # An address with a password in it is refused by trivet, and is not an argument for anything.
  [[ $context == *://*@* ]] && return
  context=${context//[!!-~]/_}
  _trivet_read && return
  # Old names of the same context are better than none: they are offered while new ones are read.
  if [[ $fresh == no ]]; then
    (command trivet completion candidates "$kind" ${parent:+"$parent"} "${given[@]}" --context="$context" \
      </dev/null >/dev/null 2>&1 &)
    return
  fi
  lines=()
  command trivet completion candidates "$kind" ${parent:+"$parent"} "${given[@]}" --context="$context" \
    </dev/null >/dev/null 2>&1
  _trivet_read || [[ $fresh == no ]] || live=()
}

# Reads the file into live; fails with fresh=no when the names are old, with fresh= when they cannot be used.
_trivet_read() {
  fresh= live=()
  [[ -f $file && -r $file && ! $profiles -nt $file ]] || return 1
  mapfile -t lines <"$file" 2>/dev/null
  [[ ${lines[0]-} == 'trivet names 1 '* && ${lines[1]-} == "$context" ]] || return 1
  expires=${lines[0]##* }
  [[ -n $expires && $expires != *[!0-9]* && ${#expires} -lt 15 ]] || return 1
  printf -v now '%(%s)T' -1
  ((now < expires + @@stale@@)) || return 1
  for line in "${lines[@]:2}"; do
    # Nothing that a terminal would obey, whoever wrote the file; what a shell would obey is quoted when it is offered.
    # After a tab a name can have a summary.
    name=${line%%$'\t'*}
    [[ -z $name || $name == -* || $name == *[[:cntrl:]]* || $name == *$'\xc2'[$'\x80'-$'\x9f']* ]] && continue
    [[ ${line#"$name"} == *[!A-Za-z0-9.,$'\t '-]* ]] || live+=("$line")
  done
  ((now < expires)) && return
  fresh=no
  return 1
}

# Offers the words of the arguments that continue $part, after $before.
_trivet_offer() {
  local word
  for word in "$@"; do
    [[ $word == "$part"* ]] && COMPREPLY+=("$before$word")
  done
}

# Quotes word, a name of a server, as the line has begun it.
_trivet_quote() {
  local character
  case $inside in
    \') word=${word//\'/"'\\''"} ;;
    \")
      for character in '\' '"' '$' $'\x60'; do word=${word//"$character"/"\\$character"}; done
      # Within double quotes a backslash does not keep ! from the history.
      word=${word//!/\"\'!\'\"}
      ;;
    *)
      for character in '\' ' ' '"' "'" $'\x60' '$' '&' ';' '|' '<' '>' '(' ')' '*' '?' '[' ']' '{' '}' '!' '#' '~' '^' '='; do
        word=${word//"$character"/"\\$character"}
      done
      ;;
  esac
}

# Takes the quotes off word.
_trivet_plain() {
  case $word in
    \'*\') word=${word:1:-1} ;;
    \"*\") word=${word:1:-1} && word=${word//\\/} ;;
    *) word=${word//\\/} ;;
  esac
}

# Offers live names that continue $part, after $before, each in the quotes that it needs; several with their summaries.
_trivet_offer_live() {
  local word line plain=$part found=()
  [[ $inside == \' ]] || plain=${part//\\/}
  for line in "${live[@]}"; do
    [[ ${line%%$'\t'*} == "$plain"* ]] && found+=("$line")
  done
  for line in "${found[@]}"; do
    word=${line%%$'\t'*}
    _trivet_quote
    [[ $line == *$'\t'* ]] && ((${#found[@]} > 1)) && word+="  ${line#*$'\t'}"
    COMPREPLY+=("$before$word")
  done
}

# Offers the fields of conditions; after a field its operators, in quotes; after = the values that are known.
_trivet_offer_conditions() {
  local word name operator found=() exact= quote=\' offered=()
  if [[ $part == *[=~\<\>]* || $part == *! ]]; then
    name=${part%%[=!]*}
    operator=${part#"$name"}
    operator=${operator%%[!=!]*}
    [[ $operator == = || $operator == != ]] || return
    for word in "$@"; do
      [[ $word == "$name="* ]] && _trivet_offer "$name$operator${word#*=}"
    done
    return
  fi
  for word in "$@"; do
    name=${word%%[~<]*}
    [[ $word == *=* || $name != "$part"* ]] && continue
    found+=("$name")
    [[ $name == "$part" || ${#found[@]} == 1 ]] && exact=$word
  done
  compopt -o nospace
  name=${exact%%[~<]*}
  if [[ -z $name || ($name != "$part" && ${#found[@]} != 1) ]]; then
    COMPREPLY+=("${found[@]/#/$before}")
    return
  fi
  # In quotes: a shell takes < and > for files.
  [[ -n $inside ]] && quote=
  for word in "${found[@]}"; do
    [[ $word == "$name" ]] || offered+=("$word")
  done
  offered+=("$name=" "$name!=")
  [[ $exact == *~* ]] && offered+=("$name~")
  [[ $exact == *\<* ]] && offered+=("$name<" "$name<=" "$name>" "$name>=")
  COMPREPLY+=("${offered[@]/#/$before$quote}")
}

# Those of the arguments (kind:word) whose kind was typed, or all of them, without the kind and each once.
_trivet_of_kinds() {
  local word kinds=' ' seen=' '
  for word in "${typed[@]}"; do
    word=${word%%:*}
    kinds+="${word##*@} "
  done
  chosen=()
  for word in "$@"; do
    [[ $kinds == ' ' || $kinds == *" ${word%%:*} "* ]] || continue
    word=${word#*:}
    [[ $seen == *" $word "* ]] && continue
    seen+="$word "
    chosen+=("$word")
  done
}

# Offers words in two stages: what stands before the colon, then the words or live names after it.
_trivet_offer_staged() {
  local word name live=() heads=' '
  if [[ $part == *:* ]]; then
    name=${part%%:*}
    if [[ $name == ?*@* ]]; then
      # The names are those of another profile.
      given+=("--profile=${name%%@*}")
      before+=${name%%@*}@ part=${part#*@} name=${name#*@}
    fi
    for word in "$@"; do
      if [[ $word == "$name:!" ]]; then
        before+=$name: part=${part#*:}
        _trivet_offer_spec "!$name"
        return
      fi
      [[ $word == "$name:"* ]] && _trivet_offer "$word"
    done
    return
  fi
  for word in "$@"; do
    [[ $word == *:* ]] && word=${word%%:*}:
    if [[ $word == / ]]; then
      # A file of such a name is one.
      compgen -f -- "$part" >/dev/null && files=1 && return
    elif [[ $heads != *" $word "* && $word == "$part"* ]]; then
      heads+="$word "
      COMPREPLY+=("$before$word")
      [[ $word == *: ]] && compopt -o nospace
    fi
  done
}

_trivet_offer_spec() {
  local spec=$1 live=()
  case $spec in
    =*) _trivet_offer ${spec#=} ;;
    ,*)
      if [[ $part == *,* ]]; then
        before+=${part%"${part##*,}"}
        part=${part##*,}
      fi
      _trivet_offer ${spec#,}
      ;;
    !*)
      local parent=
      case $spec in
        @@with-parent@@) parent=${typed[0]-} ;;
        '!environment') parent=$PWD ;;
        '!workspace')
          # org/name: the organization is the one that was typed.
          [[ $part == */* && ${part%%/*} != *[!A-Za-z0-9_-]* ]] && parent=${part%%/*}
          ;;
        @@with-folders@@)
          [[ $part == */* && $part != *[!A-Za-z0-9._/-]* ]] && parent=${part%/*}
          ;;
      esac
      _trivet_live "${spec#!}" "$parent"
      _trivet_offer_live
      ;;
    :*) _trivet_offer_conditions ${spec#:} ;;
    '&'*)
      local chosen
      _trivet_of_kinds ${spec#&}
      _trivet_offer_conditions "${chosen[@]}"
      ;;
    %*) _trivet_offer_staged ${spec#%} ;;
    /) files=1 ;;
    @) [[ $part == @* ]] && files=1 ;;
  esac
}

_trivet() {
  COMPREPLY=()
  local IFS=$' \t\n' LC_ALL=C
  local i word gap rest=$COMP_LINE line=() cur=$2 path= children flags spec places=() variadic tail
  local typed=() given=() open=1 flag= before= part files= head= breaks= character inside=

  # readline splits words at the likes of = and : too; what has no space before it belongs together.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    gap=${rest%%[![:space:]]*}
    rest=${rest#"$gap"}
    rest=${rest#"$word"}
    if ((i == COMP_CWORD)); then
      [[ -z $cur && $word == [:=@]* ]] && cur=$word
      [[ $word == [\'\"]* ]] && inside=${word:0:1}
      if [[ -z $gap && i -gt 0 ]]; then
        cur=${line[-1]}$cur
        unset 'line[-1]'
      fi
    elif [[ -z $gap && i -gt 0 ]]; then
      line[-1]+=$word
    else
      line+=("$word")
    fi
  done

  # The way to the command, as the program itself finds it: flags may stand anywhere.
  _trivet_children ''
  for ((i = 1; i < ${#line[@]}; i++)); do
    word=${line[i]}
    case $word in
      --)
        # What follows is another command, or words of ours that begin with a dash.
        _trivet_command "$path" && [[ -n $tail ]] || return 0
        for ((i = 1; i < COMP_CWORD; i++)); do [[ ${COMP_WORDS[i]} == -- ]] && break; done
        if declare -F _command_offset >/dev/null; then _command_offset $((i + 1)); else compopt -o default; fi
        return
        ;;
      --*=*)
        _trivet_given "${word%%=*}" "${word#*=}"
        ;;
      -?*)
        _trivet_value "$path" "$word"
        [[ $spec == - ]] && continue
        if ((i + 1 == ${#line[@]})); then
          flag=$word
        else
          _trivet_given "$word" "${line[i + 1]}"
          ((i++))
        fi
        ;;
      *)
        if [[ -n $open && " $children " == *" $word "* ]]; then
          path+=${path:+ }$word
          _trivet_children "$path"
        else
          open=
          _trivet_plain
          typed+=("$word")
        fi
        ;;
    esac
  done

  part=$cur
  if [[ -n $flag ]]; then
    _trivet_value "$path" "$flag"
    _trivet_offer_spec "$spec"
  elif [[ $cur == --*=* ]]; then
    _trivet_value "$path" "${cur%%=*}"
    before=${cur%%=*}= part=${cur#*=}
    [[ $spec == - ]] && spec='=true false'
    _trivet_offer_spec "$spec"
  else
    local known=
    _trivet_command "$path" && known=1
    if [[ $cur == -* ]]; then
      _trivet_offer $flags @@globals@@
    else
      [[ -n $open ]] && _trivet_offer $children
      if [[ -n $known ]]; then
        i=${#typed[@]}
        [[ -n $variadic && i -ge ${#places[@]} ]] && i=$((${#places[@]} - 1))
        if ((i < ${#places[@]})); then _trivet_offer_spec "${places[i]}"; fi
      fi
    fi
  fi
  if [[ -n $files ]]; then
    compopt -o default
    return
  fi

  # A folder goes on.
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace

  # readline replaces what stands after the last of its break characters, or after an open quote.
  if [[ -n $inside ]]; then
    head=${cur%"$2"}
    COMPREPLY=("${COMPREPLY[@]#"$head"}")
    return
  fi
  for character in : = @; do
    [[ $COMP_WORDBREAKS == *"$character"* ]] && breaks+=$character
  done
  if [[ -n $breaks && $cur == *[$breaks]* ]]; then
    head=${cur%"${cur##*[$breaks]}"}
    COMPREPLY=("${COMPREPLY[@]#"$head"}")
  fi
}

# Flags that decide whose names they are go to the program that reads them.
_trivet_given() {
  local word=$2
  _trivet_plain
  case $1 in
    @@context-flags@@) given+=("$1=$word") ;;
  esac
}

complete -F _trivet trivet
# Its aliases, as far as the shell has them by now.
for _trivet_alias in "${!BASH_ALIASES[@]}"; do
  [[ ${BASH_ALIASES[$_trivet_alias]} == trivet ]] && complete -F _trivet -- "$_trivet_alias"
done
unset _trivet_alias
