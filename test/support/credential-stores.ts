/** Stand-ins for the programs of keepers: shell scripts that keep tokens in files, and note what they were given. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface StandIn {
  /** The folder of the programs, for PATH. */
  readonly bin: string;
  /** The arguments and variables of every call. */
  readonly noted: () => string;
  /** What it keeps, by name. */
  readonly kept: () => Readonly<Record<string, string>>;
  /** Replaces what it keeps of every name. */
  readonly swap: (content: string) => void;
  /** Switches a fault on. */
  readonly fault: (name: Fault) => void;
  /** Switches it off. */
  readonly mend: (name: Fault) => void;
}

/** `locked` is of Secret Service only. */
type Fault = 'locked' | 'no-store' | 'no-get' | 'no-erase' | 'forgets' | 'keeps';

/** Notes the call; `$at` is the file of the name in `$1`. */
const begin = (folder: string, bin: string): string => `#!/bin/sh
{ echo "$0 $*"; env; } >> '${folder}/noted'
has() { [ -e '${folder}/fault-'"$1" ]; }
at() { echo '${folder}/kept/'"$1"; }
PATH='${bin}':/usr/bin:/bin
`;

const program = `verb=$1; file=$(at "\${2:-one}")
case $verb in
  store) has no-store && exit 3; cat > "$file"; has forgets && rm "$file"; exit 0;;
  get) has no-get && exit 3; [ -e "$file" ] && cat "$file"; exit 0;;
  erase) has no-erase && exit 3; has keeps || rm -f "$file";;
esac
`;

const secretTool = `verb=$1; for last in "$@"; do :; done; file=$(at "$last")
case $verb in
  store) has no-store && exit 1; has locked && exit 1; cat > "$file"; has forgets && rm "$file"; exit 0;;
  search) has no-get && exit 1; [ -e "$file" ] || exit 0
    echo '[/1]'; echo 'label = a label'; has locked || { printf 'secret = '; cat "$file"; echo; }; echo "attribute.token = $last" >&2;;
  lookup) has locked && exit 1; cat "$file";;
  clear) has no-erase && exit 1; rm -f "$file";;
esac
exit 0
`;

const dbusSend = `has locked && echo '   variant       boolean true' || echo '   variant       boolean false'
`;

const security = `if [ "$1" = -i ]; then
  read -r line; set -- $line
  while [ $# -gt 0 ]; do case $1 in -a) id=$2;; -w) value=$2;; esac; shift; done
  has no-store || printf %s "$value" > "$(at "$id")"
  has forgets && rm "$(at "$id")"; exit 0
fi
file=$(at "$3")
case $1 in
  find-generic-password) has no-get && exit 36; [ -e "$file" ] || exit 44; cat "$file"; echo;;
  delete-generic-password) has no-erase && exit 36; [ -e "$file" ] || exit 44; rm "$file";;
esac
exit 0
`;

/** Protects by base64 twice, and opens by the reverse: enough to see which of the two was asked for. */
const powershell = `for last in "$@"; do :; done
case $last in
  *::Protect*) has no-store && exit 1; printf 'sealed:%s' "$(cat | base64 -w0)" | base64 -w0;;
  *::Unprotect*) has no-get && exit 1; base64 -d | sed s/^sealed://;;
esac
`;

const programs = {
  program: { keep: program },
  linux: { 'secret-tool': secretTool, 'dbus-send': dbusSend },
  darwin: { security },
  win32: { 'powershell.exe': powershell },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Makes the programs of a kind of keeper in an empty folder. */
export const standIn = (folder: string, kind: keyof typeof programs): StandIn => {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  mkdirSync(join(folder, 'kept'));
  for (const [name, text] of Object.entries(programs[kind])) {
    writeFileSync(join(bin, name), begin(folder, bin) + text);
    chmodSync(join(bin, name), 0o755);
  }
  const names = (): readonly string[] => readdirSync(join(folder, 'kept'));
  return {
    bin,
    noted: () => (existsSync(join(folder, 'noted')) ? readFileSync(join(folder, 'noted'), 'utf8') : ''),
    kept: () =>
      Object.fromEntries(names().map((name) => [name, readFileSync(join(folder, 'kept', name), 'utf8')])),
    swap: (content) => {
      for (const name of names()) writeFileSync(join(folder, 'kept', name), content);
    },
    fault: (name) => writeFileSync(join(folder, `fault-${name}`), ''),
    mend: (name) => rmSync(join(folder, `fault-${name}`)),
  };
};
