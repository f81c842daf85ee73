/** Reads `file("x")` of a job file here, as the vendor's command does, since servers have it switched off. */
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { localError } from '../../../../system/error.ts';
import { decodeText } from '../../../../system/read-file.ts';
import { realPath } from '../../../../system/real-path.ts';
import { codeIn, hclString } from './hcl-text.ts';

interface Call {
  readonly from: number;
  readonly to: number;
  readonly name: 'file' | 'filebase64';
  readonly path: string;
}

const callAt = /(?<![\w.-])(file|filebase64)\(\s*"((?:[^"\\$%\n]|[$%](?!\{)|\\["\\])+)"\s*\)/y;

/** Calls also in templates of texts, but not in comments and plain texts. */
const callsIn = (text: string): readonly Call[] => {
  const calls: Call[] = [];
  for (const { index } of codeIn(text)) {
    callAt.lastIndex = index;
    const [whole = '', name, path = ''] = callAt.exec(text) ?? [];
    if (name === undefined) continue;
    calls.push({
      from: index,
      to: index + whole.length,
      name: name === 'file' ? 'file' : 'filebase64',
      path: path.replaceAll(/\\(["\\])/g, '$1'),
    });
  }
  return calls;
};

/** A path is relative to the working directory, else to the job file's folder, as for the vendor's command. */
const resolved = (path: string, folder: string, cwd: string): string => {
  const beside = resolve(folder, path);
  const found = [resolve(cwd, path), beside].find((one) => existsSync(one)) ?? beside;
  const way = relative(realPath(folder), realPath(found));
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw localError(
      `the job file names the file ${path}, which is not below its folder`,
      'A job file can read only files below its own folder.',
    );
  return found;
};

/**
 * Replaces calls; lines keep their numbers.
 * @param file `-` for standard input
 * @param read within the limits of the run
 */
export const withLocalFiles = async (
  text: string,
  file: string,
  cwd: string,
  read: (path: string) => Promise<Uint8Array>,
): Promise<string> => {
  const calls = callsIn(text);
  const folder = file === '-' ? cwd : dirname(resolve(cwd, file));
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, name, path } of calls) {
    const bytes = await read(resolved(path, folder, cwd));
    const content =
      name === 'file' ? decodeText(bytes, `the file ${path}`) : Buffer.from(bytes).toString('base64');
    parts.push(text.slice(at, from), hclString(content));
    at = to;
  }
  return [...parts, text.slice(at)].join('');
};

export const fileFunctionHint = (message: string): string | undefined =>
  /filesystem function disabled/.test(message)
    ? 'trivet reads file("NAME") and filebase64("NAME") with a plain name; give any other value by --var, or write it into the file.'
    : undefined;
