# trivet completion for fish 3.4 or newer. The build writes the words of the catalogue into it.
# Static words are answered here, without starting a process. Live names come from files that
# "trivet completion candidates" writes, waited for 300 ms at most, by reading only.
@@tables@@
function __trivet_names -a kind parent
    set -l given $argv[3..]
    set -l folder
    set -l profiles
    if test -n "$TRIVET_CONFIG_DIR"
        set folder $TRIVET_CONFIG_DIR/cache
        set profiles $TRIVET_CONFIG_DIR/profiles.json
    else
        test -n "$HOME"; or return
        set folder $HOME/.cache/trivet
        set profiles $HOME/.config/trivet/profiles.json
        string match -q '/*' -- "$XDG_CACHE_HOME"; and set folder $XDG_CACHE_HOME/trivet
        string match -q '/*' -- "$XDG_CONFIG_HOME"; and set profiles $XDG_CONFIG_HOME/trivet/profiles.json
    end
    set -l file $folder/names/$kind
    set -l context (string join '|' -- "$parent" "$given" @@variables@@ | string collect)
    string match -q '*://*@*' -- $context; and return
    set context (string replace -ra '[^!-~]' _ -- $context | string collect)
    set -l asked completion candidates $kind
    test -n "$parent"; and set -a asked $parent
    set -a asked $given --context=$context
    __trivet_read $file $profiles $context
    switch $status
        case 0
            return
        case 2
            command trivet $asked </dev/null >/dev/null 2>&1 &
            disown 2>/dev/null
            return
    end
    command trivet $asked </dev/null >/dev/null 2>&1
    __trivet_read $file $profiles $context
end

# Prints the names; status 1 when the file cannot be used, 2 when the names are old.
function __trivet_read -a file profiles context
    test -f $file -a -r $file; or return 1
    test -e $profiles; and test $profiles -nt $file; and return 1
    set -l lines
    while read -l line
        set -a lines $line
    end <$file
    string match -q 'trivet names 1 *' -- $lines[1]; or return 1
    test "$lines[2]" = "$context"; or return 1
    set -l expires (string match -r '\d{1,14}$' -- $lines[1]); or return 1
    set -l now (date +%s)
    test $now -lt (math $expires + @@stale@@); or return 1
    # Nothing that a terminal would obey, whoever wrote the file; fish quotes what a shell would obey, but for ~.
    # After a tab a name can have a summary.
    string match -r '^[^~\p{C}-][^\p{C}]*(?:\t[A-Za-z0-9., -]*)?$' -- $lines[3..]
    test $now -lt $expires; and return 0
    return 2
end

# The fields of conditions; after a field its operators; after = the values that are known. fish quotes them.
function __trivet_conditions -a part before
    set -l part (string replace -r '^["\']' '' -- $part | string replace -ra '\\\\(.)' '$1' | string collect)
    set -l words $argv[3..]
    set -l values (string match '*=*' -- $words)
    set -l marked (string match -v '*=*' -- $words)
    if set -l typed (string match -r '^([^=!~<>]+)(!?=)[^=]*$' -- $part)
        for word in $values
            set -l two (string split -m 1 = -- $word)
            test "$two[1]" = "$typed[2]"; and printf '%s\n' $before$two[1]$typed[3]$two[2]
        end
        return
    end
    set -l found
    set -l exact
    for word in $marked
        set -l name (string replace -r '[~<]+$' '' -- $word)
        test "$part" = (string sub -l (string length -- "$part") -- $name); or continue
        set -a found $name
        test "$name" = "$part"; or test (count $found) -eq 1; and set exact $word
    end
    set -q found[1]; or return
    set -l name (string replace -r '[~<]+$' '' -- $exact)
    if test "$name" != "$part" -a (count $found) -gt 1
        # Without a space after it, as fish has it for what ends in =.
        printf '%s\n' $before$found=
        return
    end
    for one in $found
        test "$one" = "$name"; or printf '%s\n' $before$one=
    end
    set -l operators = !=
    string match -q '*~*' -- $exact; and set -a operators '~'
    string match -q '*<*' -- $exact; and set -a operators '<' '<=' '>' '>='
    printf '%s\n' $before$name$operators
end

# The value of the flag $argv[2]; of conditions on several kinds (kind:word) those of the kinds that were typed, or all.
function __trivet_spec -a path flag
    set -l spec (__trivet_value $path $flag)
    if not string match -q '&*' -- $spec
        echo -- $spec
        return
    end
    set -l kinds
    set -q argv[3]; and set kinds (string replace -r ':.*' '' -- $argv[3..] | string replace -r '.*@' '')
    set -l chosen
    for word in (string split ' ' -- (string sub -s 2 -- $spec))
        set -l two (string split -m 1 : -- $word)
        set -q kinds[1]; and not contains -- $two[1] $kinds; and continue
        contains -- $two[2] $chosen; or set -a chosen $two[2]
    end
    set -q chosen[1]; and echo ":$chosen"
end

# Words in two stages: what stands before the colon, then the words or live names after it.
function __trivet_staged -a part before
    set -l words (string split ' ' -- (string sub -s 2 -- $argv[3]))
    set -l given $argv[4..]
    if string match -q '*:*' -- $part
        set -l two (string split -m 1 : -- $part)
        set -l name $two[1]
        set -l ahead $before$name:
        if set -l profile (string match -rg '^([^@]+)@' -- $name)
            # The names are those of another profile.
            set -a given --profile=$profile
            set name (string replace -r '^[^@]+@' '' -- $name)
        end
        if contains -- $name:! $words
            __trivet_offer !$name "$two[2]" $ahead '' $given
        else
            for word in $words
                string match -q -- "$name:*" $word; and printf '%s\n' $ahead(string replace -r '^[^:]*:' '' -- $word)
            end
        end
        return
    end
    contains -- / $words; and __fish_complete_path $part
    for word in (string match -v / -- $words | string replace -r ':.*' : | sort -u)
        printf '%s\n' $before$word
    end
end

# What the value $argv[2] of the kind $argv[1] may become.
function __trivet_offer -a spec part
    set -l before $argv[3]
    set -l typed $argv[4]
    set -l given $argv[5..]
    switch $spec
        case '=*'
            printf '%s\n' $before(string split ' ' -- (string sub -s 2 -- $spec))
        case ',*'
            set -l head (string match -r '^.*,' -- $part)
            printf '%s\n' $before"$head"(string split ' ' -- (string sub -s 2 -- $spec))
        case '!*'
            set -l parent
            switch $spec
                case @@with-parent@@
                    set parent $typed
                case '!environment'
                    set parent $PWD
                case '!workspace'
                    set parent (string match -rg '^([A-Za-z0-9_-]+)/' -- $part)
                case @@with-folders@@
                    set parent (string match -rg '^([A-Za-z0-9._/-]+)/' -- $part)
            end
            set -l names (__trivet_names (string sub -s 2 -- $spec) "$parent" $given)
            test (count $names) -gt 0; and printf '%s\n' $before$names
        case '%*'
            __trivet_staged "$part" "$before" $spec $given
        case ':*'
            __trivet_conditions "$part" "$before" (string split ' ' -- (string sub -s 2 -- $spec))
        case /
            __fish_complete_path $part
        case @
            if string match -q '@*' -- $part
                set -l paths (__fish_complete_path (string sub -s 2 -- $part))
                test (count $paths) -gt 0; and printf '%s\n' $before@$paths
            end
    end
end

function __trivet_complete
    set -l words (commandline -opc)
    set -l part (commandline -ct)
    set -l path
    set -l open 1
    set -l flag
    set -l typed
    set -l given
    set -l children (string split -f 1 \t -- (__trivet_children ''))
    set -e words[1]
    while test (count $words) -gt 0
        set -l word $words[1]
        set -e words[1]
        switch $word
            case --
                set -l places (__trivet_places "$path")
                contains -- -- $places; and complete -C (string join ' ' -- $words $part)
                return
            case '--*=*'
                set -l two (string split -m 1 = -- $word)
                contains -- $two[1] @@context-flags@@; and set -a given $word
            case '-?*'
                test "$(__trivet_value "$path" $word)" = -; and continue
                if test (count $words) -eq 0
                    set flag $word
                else
                    contains -- $word @@context-flags@@; and set -a given $word=$words[1]
                    set -e words[1]
                end
            case '*'
                if test -n "$open"; and contains -- $word $children
                    set path (string trim -- "$path $word")
                    set children (string split -f 1 \t -- (__trivet_children $path))
                else
                    set open
                    set -a typed $word
                end
        end
    end
    set -l first ''
    set -q typed[1]; and set first $typed[1]
    if test -n "$flag"
        __trivet_offer "$(__trivet_spec "$path" $flag $typed)" "$part" '' "$first" $given
    else if string match -q -- '--*=*' $part
        set -l two (string split -m 1 = -- $part)
        set -l spec (__trivet_spec "$path" $two[1] $typed)
        test "$spec" = -; and set spec '=true false'
        __trivet_offer "$spec" "$two[2]" $two[1]= "$first" $given
    else if string match -q -- '-*' $part
        __trivet_flags "$path"
    else
        test -n "$open"; and __trivet_children "$path"
        set -l places (__trivet_places "$path"); or return
        set -l index (math (count $typed) + 1)
        if set -l dots (contains -i -- ... $places)
            test $index -ge $dots; and set index (math $dots - 1)
        end
        if set -q places[$index]; and test $index -gt 0
            __trivet_offer $places[$index] "$part" '' "$first" $given
        end
    end
end

complete -c trivet -f -a '(__trivet_complete)'
