import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isObject, own, textAt } from '../../documents/json/json.ts';
import { withLock } from '../../system/lock-file.ts';
import { errorCode } from '../../system/system-error.ts';
import { sha256 } from '../../system/values/sha256.ts';

interface FileChange {
  readonly before: string | null;
  readonly after: string | null;
}

export interface FileEvidence {
  readonly folder: string;
  /** The path of a lock: nothing is concluded until it is free. */
  readonly lock: string;
  readonly what: string;
  /** By path. Empty for a change whose reply is recorded before any file is written. */
  readonly files: Readonly<Record<string, FileChange>>;
}

/** `over`: the result of the change is in no file. `unclear`: only some files are new. */
export type FileVerdict = 'done' | 'not-made' | 'over' | 'unclear' | 'busy';

const hashNow = async (path: string): Promise<string | null> => {
  try {
    return sha256(await readFile(path));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
};

export const fileChanges = async (
  folder: string,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<Readonly<Record<string, FileChange>>> =>
  Object.fromEntries(
    await Promise.all(
      files.map(
        async ({ name, bytes }) =>
          [name, { before: await hashNow(join(folder, name)), after: sha256(bytes) }] as const,
      ),
    ),
  );

export const evidenceLine = ({ files, ...facts }: FileEvidence): JsonObject => ({
  ...facts,
  files: Object.fromEntries(Object.entries(files).map(([name, one]) => [name, { ...one }] as const)),
});

export const evidenceIn = (line: Json | undefined): FileEvidence | undefined => {
  const [folder, lock] = [textAt(line, 'folder'), textAt(line, 'lock')];
  if (folder === undefined || lock === undefined) return undefined;
  const files = own(line, 'files');
  return {
    folder,
    lock,
    what: textAt(line, 'what') ?? '',
    files: Object.fromEntries(
      Object.entries(isObject(files) ? files : {}).map(([name, one]) => [
        name,
        { before: textAt(one, 'before') ?? null, after: textAt(one, 'after') ?? null },
      ]),
    ),
  };
};

const judge = async ({ folder, files }: FileEvidence): Promise<FileVerdict> => {
  // A file that stays equal proves nothing.
  const changed = Object.entries(files).filter(([, { before, after }]) => before !== after);
  const now = await Promise.all(changed.map(([name]) => hashNow(join(folder, name))));
  const are = (which: keyof FileChange): number =>
    changed.filter(([, one], index) => one[which] === now[index]).length;
  if (changed.length === 0 || are('before') + are('after') === 0) return 'over';
  if (are('after') === changed.length) return 'done';
  return are('before') === changed.length ? 'not-made' : 'unclear';
};

/** Compares the files with the evidence, under their lock. */
export const lookAtFiles = async (evidence: FileEvidence): Promise<FileVerdict> => {
  if (!existsSync(dirname(evidence.lock))) return judge(evidence);
  const busy = new Error('busy');
  try {
    return await withLock(evidence.lock, () => judge(evidence), { wait: 0, refusal: () => busy });
  } catch (error) {
    if (error === busy) return 'busy';
    throw error;
  }
};

export const verdictText = ({ folder, what, files }: FileEvidence, verdict: FileVerdict): string => {
  const hasFiles = Object.keys(files).length > 0;
  switch (verdict) {
    case 'done':
      return `${folder} has the files of ${what}: it was made`;
    case 'not-made':
      return `${folder} has the files from before ${what}: it was not made. To go on, give the command again.`;
    case 'over':
      return hasFiles
        ? `${folder} has neither the files of ${what} nor those from before it: nothing of it is left`
        : `no file has ${what} for ${folder}, and its key was only in memory: nothing of it is left`;
    case 'unclear':
      return `only a part of the files in ${folder} is of ${what}: give the command again.`;
    case 'busy':
      return `another trivet process changes ${folder}: wait for it to end`;
  }
};
