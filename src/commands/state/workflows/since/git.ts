/** Runs Git without hook, filter, text conversion and monitor; nothing is fetched. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { localError } from '../../../../system/error.ts';
import { safe } from '../../../../output/text/safe.ts';
import { capture } from '../../../../system/child/child.ts';
import type { Io } from '../../../../system/io.ts';

interface Entry {
  readonly path: string;
  readonly id: string;
  readonly isLink: boolean;
}

interface Revision {
  readonly commit: string;
  readonly entries: readonly Entry[];
  readonly contents: (ids: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Settings that a repository must not decide. */
const settings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.untrackedCache=false',
  'core.commitGraph=false',
  'safe.bareRepository=explicit',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
];

const fixed = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  // No transport has this name, so none is allowed.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_PAGER: 'cat',
  LC_ALL: 'C',
};

/** Variables for Git and the user's configuration; none names a repository or a program. */
const passed =
  /^(?:PATH|Path|PATHEXT|HOME|USERPROFILE|XDG_CONFIG_HOME|SystemRoot|TMPDIR|TEMP|TMP|GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/;

/** Bytes of all files together. */
const mostBytes = 256 * 1024 * 1024;

/** A bare repository among the files would bring its author's configuration. */
const topOf = (folder: string): string => {
  for (let top = realpathSync(folder); ; top = dirname(top)) {
    if (existsSync(join(top, '.git'))) return top;
    if (dirname(top) === top) throw localError(`${folder} is not in a Git repository, and --since needs one`);
  }
};

/** @throws TrivetError local, without a repository, revision, or Git */
export const revisionOf = async (folder: string, name: string, io: Io): Promise<Revision> => {
  const top = topOf(folder);
  const prefix = realpathSync(folder).slice(top.length).replaceAll('\\', '/').replace(/^\//, '');
  const env = {
    ...Object.fromEntries(Object.entries(io.env).filter(([key]) => passed.test(key))),
    ...fixed,
  };
  const git = (words: readonly string[], input?: string) =>
    capture(
      [
        'git',
        '-C',
        top,
        '--no-pager',
        '--literal-pathspecs',
        ...settings.flatMap((one) => ['-c', one]),
        ...words,
      ],
      io,
      { env, maxBytes: mostBytes, ...(input === undefined ? {} : { input }) },
    );
  const text = async (words: readonly string[]): Promise<string | undefined> => {
    const { exit, stdout } = await git(words);
    return exit === 0 ? Buffer.from(stdout).toString('utf8').trim() : undefined;
  };
  const commit = await text(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  if (commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) {
    const inside = await git(['rev-parse', '--is-shallow-repository']);
    if (inside.exit !== 0)
      throw localError(`Git could not read the repository ${top}: ${safe(inside.stderr.trim())}`);
    const isShallow = Buffer.from(inside.stdout).toString('utf8').trim() === 'true';
    throw localError(
      `the Git repository has no revision "${safe(name)}"`,
      isShallow
        ? 'The clone is shallow: fetch all of it (fetch-depth: 0 of actions/checkout, GIT_DEPTH: 0 of GitLab).'
        : name.startsWith('refs/')
          ? `Fetch it: git fetch origin ${safe(name)}:${safe(name)}`
          : 'Fetch it, or name another one.',
    );
  }
  const listed = await git(['ls-tree', '-r', '-z', '--end-of-options', `${commit}:${prefix}`]);
  // The folder did not exist.
  const names = listed.exit === 0 ? Buffer.from(listed.stdout).toString('utf8').split('\0') : [];
  const entries = names.flatMap((line): Entry[] => {
    const [, mode, id, path] = /^(\d+) blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    return mode === undefined || id === undefined || path === undefined
      ? []
      : [{ path, id, isLink: mode === '120000' }];
  });
  return {
    commit,
    entries,
    contents: async (ids) => {
      const found = new Map<string, Uint8Array>();
      if (ids.length === 0) return found;
      const { exit, stdout, stderr } = await git(
        ['cat-file', '--batch'],
        ids.map((id) => `${id}\n`).join(''),
      );
      if (exit !== 0) throw localError(`Git could not read the revision ${commit}: ${safe(stderr.trim())}`);
      const bytes = Buffer.from(stdout);
      for (let from = 0; from < bytes.length;) {
        const end = bytes.indexOf(10, from);
        const [id = '', type, size] = bytes.subarray(from, end).toString('latin1').split(' ');
        if (end === -1 || type !== 'blob')
          throw localError(`the Git repository lacks the object ${id} of ${commit}`, 'Fetch it completely.');
        const start = end + 1;
        found.set(id, bytes.subarray(start, start + Number(size)));
        from = start + Number(size) + 1;
      }
      return found;
    },
  };
};
