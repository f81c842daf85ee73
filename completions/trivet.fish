# trivet completion for fish 3.4 or newer. Static words come from trivet.words beside this file, without a process,
# names that servers have from "trivet complete". scripts/generate/completion/words.ts says what a line holds.
set -g __trivet_file (string replace -r '[^/]*$' trivet.words -- (status filename))
set -g __trivet_lines
function __trivet_line # prints the fields of the line $argv[1]
    if not set -q __trivet_lines[1]
        test -f "$__trivet_file"; and read -gz -d \n -a __trivet_lines <$__trivet_file
        set -q __trivet_lines[1]; or set -g __trivet_lines (command trivet completion words 2>/dev/null)
    end
    set -l line (string match -r '^'(string escape --style=regex -- $argv[1])'\t.*' -- $__trivet_lines)
    set -q line[1]; and string split \t -- $line[1] | string match -v -- $argv[1]
end
function __trivet_flag # prints what the flag $argv[1] takes, by the fields that follow; "-" for a switch
    set -l known (string replace -rf '^'(string escape --style=regex -- $argv[1])'=(\S+).*' '$1' -- $argv[2..]) -
    echo -- $known[1]
end
function __trivet_offer -a spec before part # prints what spec stands for; of words with several beginnings only these
    if string match -q ',*,*' -- $spec$part
        set before $before(string match -r '^.*,' -- $part)
        set part (string replace -r '^.*,' '' -- $part)
    end
    set -l plain (string replace -r '^["\']' '' -- $part | string replace -ra '\\\\(.)' '$1' | string collect)
    set -l start '^'(string escape --style=regex -- "$plain")
    set -l found
    set -l key (string match -r '[0-9]+$|^-$' -- $spec)
    if set -q key[1]; and not string match -q '*!*:*' -- $spec$plain
        set found (__trivet_line $key | string match -r "$start.*")
        set -l heads (string replace -r '[=!<>~:].*' '' -- $found)
        if set -q found[1]; and test $heads[1] != $heads[-1] # fish puts no space after = and :
            set -l whole (string match -r "$start"'[=!<>~:].*' -- $found)
            set found $whole (string match -rv '[!<>~]' -- $found | string replace -r '([=:]).*' '$1')
        end
    end
    if not set -q found[1]; and string match -q '*!*' -- $spec # a ~ at the beginning would be a folder
        set found (command trivet complete -- $argv[4..] "$before$plain" 2>/dev/null </dev/null | string match -v '~*')
    end
    string match -q '/*' -- $spec; and set -a found (__fish_complete_path $plain)
    string match -q '@@*' -- $spec$plain; and set -a found @(__fish_complete_path (string sub -s 2 -- $plain))
    set -q found[1]; and printf '%s\n' $before$found
end
function __trivet_complete
    set -l words (commandline -opc)[2..]
    set -l part (commandline -ct)
    set -l fields (__trivet_line trivet)
    set -l globals (__trivet_line flags)
    set -l path trivet
    set -l left $words
    set -l open 1; set -l typed 2; set -l spec -
    while set -q left[1]
        set -l word $left[1]
        set -e left[1]
        if test "$word" = -- # another command follows
            string match -q '* --' -- $fields[1]; and complete -C (string join ' ' -- $left $part)
            return
        else if string match -q -- '-?*' $word
            string match -q -- '--*=*' $word; or set spec (__trivet_flag $word $fields $globals)
            test "$spec" != -; and set -q left[1]; and set spec -; and set -e left[1]
        else if set -l below (test -n "$open"; and __trivet_line "$path $word"); and set -q below[1]
            set path "$path $word"
            set fields $below
        else
            set open
            set typed (math $typed + 1)
        end
    end
    set -l two (string split -m 1 = -- $part)
    if test "$spec" != -
        __trivet_offer $spec '' "$part" $words
    else if string match -q -- '--*=*' $part
        __trivet_offer (__trivet_flag $two[1] $fields $globals) $two[1]= "$two[2]" $words
    else if string match -q -- '-*' $part # its own flags first
        string replace -rf '^(--[^= ]+)(?:=\S+)? (.+)' '$1\t$2' -- $fields $globals
    else
        test -n "$open"; and string replace -rf '^([^-. ]\S*) (.+)' '$1\t$2' -- $fields
        set -l places (string split ' ' -- $fields[1] | string match -v -- --)
        test "$places[-1]" = ...; and test $typed -ge (count $places); and set typed (math (count $places) - 1)
        set -q places[$typed]; and __trivet_offer $places[$typed] '' "$part" $words
    end
end
complete -c trivet -k -f -a '(__trivet_complete)'
