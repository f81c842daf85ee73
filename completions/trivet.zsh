#compdef trivet
# trivet completion for zsh 5.3 or newer. The build writes the words of the catalogue into it.
# Static words are answered here, without starting a process. Live names come from files that
# "trivet completion candidates" writes, waited for 300 ms at most, by reading only.
@@tables@@
_trivet_live() {
  local kind=$1 parent=$2 folder profiles file context fresh=
  if [[ -n ${TRIVET_CONFIG_DIR-} ]]; then
    folder=$TRIVET_CONFIG_DIR/cache profiles=$TRIVET_CONFIG_DIR/profiles.json
  else
    [[ -n ${HOME-} ]] || return
    folder=$HOME/.cache/trivet profiles=$HOME/.config/trivet/profiles.json
    [[ ${XDG_CACHE_HOME-} == /* ]] && folder=$XDG_CACHE_HOME/trivet
    [[ ${XDG_CONFIG_HOME-} == /* ]] && profiles=$XDG_CONFIG_HOME/trivet/profiles.json
  fi
  file=$folder/names/$kind
  context="$parent|${(j: :)given}|@@variables@@"
  [[ $context == *://*@* ]] && return
  context=${context//[^!-~]/_}
  _trivet_read && return
  if [[ $fresh == no ]]; then
    (command trivet completion candidates $kind $parent $given --context=$context </dev/null >/dev/null 2>&1 &)
    return
  fi
  command trivet completion candidates $kind $parent $given --context=$context </dev/null >/dev/null 2>&1
  _trivet_read || [[ $fresh == no ]] || live=()
}

_trivet_read() {
  local text line name expires
  local -a lines
  fresh= live=() told=()
  [[ -f $file && -r $file && ! $profiles -nt $file ]] || return 1
  text=$(<$file) 2>/dev/null
  lines=("${(@f)text}")
  [[ ${lines[1]-} == 'trivet names 1 '* && ${lines[2]-} == "$context" ]] || return 1
  expires=${lines[1]##* }
  [[ -n $expires && $expires != *[^0-9]* && ${#expires} -lt 15 ]] || return 1
  zmodload -F zsh/datetime p:EPOCHSECONDS 2>/dev/null || return 1
  ((EPOCHSECONDS < expires + @@stale@@)) || return 1
  for line in "${(@)lines[3,-1]}"; do
    # Nothing that a terminal would obey, whoever wrote the file; zsh quotes what a shell would obey. After a tab a name can have a summary.
    name=${line%%$'\t'*}
    [[ -z $name || $name == -* || $name == *[[:cntrl:]]* ]] && continue
    [[ ${line#$name} == *[^A-Za-z0-9.,$'\t '-]* ]] && continue
    [[ $line == *$'\t'* ]] && told+=("${line/$'\t'/:}") || live+=("$line")
  done
  ((EPOCHSECONDS < expires)) && return
  fresh=no
  return 1
}

# Offers the fields of conditions; after a field its operators; after = the values that are known. zsh quotes them.
_trivet_conditions() {
  local part=${(Q)PREFIX} word name operator exact=
  local -a found values
  if [[ $part == *[=~\<\>]* || $part == *'!' ]]; then
    name=${part%%[=\!]*}
    operator=${${part#$name}%%[^=\!]*}
    [[ $operator == (=|'!=') ]] || return
    for word; do
      [[ $word == $name=* ]] && values+=("$name$operator${word#*=}")
    done
    compadd -- $values
    return
  fi
  for word; do
    name=${word%%[~\<]*}
    [[ $word == *=* || $name != $part* ]] && continue
    found+=($name)
    [[ $name == $part || $#found == 1 ]] && exact=$word
  done
  name=${exact%%[~\<]*}
  if [[ -n $name && ( $name == $part || $#found == 1 ) ]]; then
    found=(${found:#$name} "$name=" "$name!=")
    [[ $exact == *'~'* ]] && found+=("$name~")
    [[ $exact == *'<'* ]] && found+=("$name<" "$name<=" "$name>" "$name>=")
  fi
  compadd -S '' -- $found
}

# Offers words in two stages: what stands before the colon, then the words or live names after it.
_trivet_staged() {
  local part=${(Q)PREFIX} word name
  local -a heads plain rest
  if [[ $part == *:* ]]; then
    name=${part%%:*}
    if [[ $name == ?*@* ]]; then
      # The names are those of another profile.
      given+=("--profile=${name%%@*}")
      name=${name#*@}
    fi
    compset -P '[^:]#:'
    for word; do
      if [[ $word == "$name:!" ]]; then
        _trivet_spec "!$name"
        return
      fi
      [[ $word == "$name:"?* ]] && rest+=("${word#*:}")
    done
    compadd -- $rest
    return
  fi
  for word; do
    case $word in
      ('/') _files ;;
      (*:*) heads+=("${word%%:*}:") ;;
      (*) plain+=("$word") ;;
    esac
  done
  compadd -S '' -- ${(u)heads}
  compadd -- $plain
}

# Those of the arguments (kind:word) whose kind was typed, or all of them, without the kind and each once.
_trivet_of_kinds() {
  local word
  local -a kinds
  kinds=(${${typed%%:*}##*@})
  for word; do
    (($#kinds && ! ${kinds[(Ie)${word%%:*}]})) || chosen+=("${word#*:}")
  done
}

_trivet_spec() {
  local spec=$1 parent=
  local -a live told offered
  case $spec in
    ('='*)
      offered=(${(s: :)${spec#=}})
      compadd -- $offered
      ;;
    (','*)
      offered=(${(s: :)${spec#,}})
      compset -P '*,'
      compadd -S '' -- $offered
      ;;
    ('!'*)
      case $spec in
        (@@with-parent@@) parent=${typed[1]-} ;;
        ('!environment') parent=$PWD ;;
        ('!workspace') [[ $PREFIX == [A-Za-z0-9_-]##/* ]] && parent=${PREFIX%%/*} ;;
        (@@with-folders@@)
          [[ $PREFIX == [A-Za-z0-9._/-]##/* ]] && parent=${PREFIX%/*}
          ;;
      esac
      _trivet_live ${spec#!} "$parent"
      (($#told)) && _describe -V name told
      compadd -- ${live:#*/}
      compadd -S '' -- ${(M)live:#*/}
      ;;
    (':'*) _trivet_conditions ${(s: :)${spec#:}} ;;
    ('&'*)
      local -a chosen
      _trivet_of_kinds ${(s: :)${spec#&}}
      _trivet_conditions ${(u)chosen}
      ;;
    ('%'*) _trivet_staged ${(s: :)${spec#%}} ;;
    ('/') _files ;;
    ('@') compset -P '@' && _files ;;
  esac
}

_trivet_given() {
  case $1 in
    (@@context-flags@@) given+=("$1=$2") ;;
  esac
}

_trivet() {
  emulate -L zsh
  setopt extended_glob no_glob_subst
  local word path_= spec flag= variadic tail open=1
  local -a children flags places typed given
  local -i i known=0
  local -a globals
  globals=(@@globals@@)

  _trivet_children ''
  for ((i = 2; i < CURRENT; i++)); do
    word=${(Q)words[i]}
    case $word in
      (--)
        _trivet_command "$path_" && [[ -n $tail ]] || return 1
        shift $i words
        ((CURRENT -= i))
        _normal -p trivet
        return
        ;;
      (--*=*) _trivet_given "${word%%=*}" "${word#*=}" ;;
      (-?*)
        _trivet_value "$path_" "$word"
        [[ $spec == - ]] && continue
        if ((i + 1 == CURRENT)); then
          flag=$word
        else
          _trivet_given "$word" "${(Q)words[i + 1]}"
          ((i++))
        fi
        ;;
      (*)
        if [[ -n $open && -n ${(M)children:#$word:*} ]]; then
          path_+=${path_:+ }$word
          _trivet_children "$path_"
        else
          open=
          typed+=("$word")
        fi
        ;;
    esac
  done

  if [[ -n $flag ]]; then
    _trivet_value "$path_" "$flag"
    _trivet_spec "$spec"
  elif [[ $PREFIX == --*=* ]]; then
    _trivet_value "$path_" "${PREFIX%%=*}"
    compset -P 1 '*='
    [[ $spec == - ]] && spec='=true false'
    _trivet_spec "$spec"
  else
    _trivet_command "$path_" && known=1
    if [[ $PREFIX == -* ]]; then
      _describe -o flag flags -- globals
    else
      [[ -n $open ]] && (($#children)) && _describe command children
      if ((known)); then
        i=$(($#typed + 1))
        [[ -n $variadic ]] && ((i > $#places)) && i=$#places
        ((i <= $#places)) && _trivet_spec "$places[i]"
      fi
    fi
  fi
}

if [[ $funcstack[1] == _trivet ]]; then _trivet "$@"; else compdef _trivet trivet; fi
