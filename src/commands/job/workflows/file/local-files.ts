/** Reads `file("x")` of a job file here, as the vendor's command does, since servers have it switched off. */
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { localError } from '../../../../system/error.ts';
import { decodeText } from '../../../../system/read-file.ts';
import { realPath } from '../../../../system/real-path.ts';
import { afterComment, hclString } from './hcl-text.ts';

interface Call {
  readonly from: number;
  readonly to: number;
  readonly name: 'file' | 'filebase64';
  readonly path: string;
}

const callAt = /(?<![\w.-])(file|filebase64)\(\s*"((?:[^"\\$%\n]|[$%](?!\{)|\\["\\])+)"\s*\)/y;
const heredocAt = /<<-?([A-Za-z_][\w-]*)[^\n]*\n/y;

/** Code, braces, a quoted text, or a heredoc that ends with its name. */
type Around = 'code' | 'text' | { readonly heredoc: string };

/** Calls also in templates of texts, but not in comments and plain texts. */
const callsIn = (text: string): readonly Call[] => {
  const calls: Call[] = [];
  const around: Around[] = ['code'];
  let index = 0;
  while (index < text.length) {
    const inside = around.at(-1) ?? 'code';
    if (inside !== 'code') {
      const marked = /[$%]/.test(text[index] ?? '') && text[index + 1] === '{';
      if (marked) {
        // In HCL `$${` is the text `${`.
        if (text[index - 1] !== text[index]) around.push('code');
        index += 2;
      } else if (inside === 'text') {
        if (text[index] === '"') around.pop();
        index += text[index] === '\\' ? 2 : 1;
      } else {
        const line = /^[^\n]*/.exec(text.slice(index, index + 300))?.[0] ?? '';
        if (text[index - 1] === '\n' && line.trim() === inside.heredoc) {
          around.pop();
          index += line.length;
        } else index += 1;
      }
      continue;
    }
    const comment = afterComment(text, index);
    [callAt.lastIndex, heredocAt.lastIndex] = [index, index];
    const call = comment === undefined ? callAt.exec(text) : null;
    const heredoc = comment === undefined ? heredocAt.exec(text) : null;
    if (comment !== undefined) index = comment;
    else if (call !== null) {
      const [whole, name, path = ''] = call;
      calls.push({
        from: index,
        to: index + whole.length,
        name: name === 'file' ? 'file' : 'filebase64',
        path: path.replaceAll(/\\(["\\])/g, '$1'),
      });
      index += whole.length;
    } else if (heredoc !== null) {
      around.push({ heredoc: heredoc[1] ?? '' });
      index += heredoc[0].length;
    } else {
      if (text[index] === '"') around.push('text');
      else if (text[index] === '{') around.push('code');
      else if (text[index] === '}' && around.length > 1) around.pop();
      index += 1;
    }
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
