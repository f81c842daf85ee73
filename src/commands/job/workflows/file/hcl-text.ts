/** Finds entries and quoting in linear time, which is all that variables need. */

interface Entry {
  readonly name: string;
  readonly text: string;
}

const afterComment = (text: string, from: number): number | undefined => {
  if (text[from] === '#' || text.startsWith('//', from)) {
    const end = text.indexOf('\n', from);
    return end === -1 ? text.length : end;
  }
  if (!text.startsWith('/*', from)) return undefined;
  const end = text.indexOf('*/', from + 2);
  return end === -1 ? text.length : end + 2;
};

/** Code, braces, a quoted text, or a heredoc that ends with its name. */
type Around = 'code' | 'text' | { readonly heredoc: string };

const heredocAt = /<<-?([A-Za-z_][\w-]*)[^\n]*\n/y;

/**
 * Each index of code, a text or heredoc as its first character. `inTexts` counts the texts around it: code is also in
 * their templates.
 */
export function* codeIn(
  text: string,
  from = 0,
): Generator<{ readonly index: number; readonly inTexts: number }> {
  const around: Around[] = ['code'];
  let inTexts = 0;
  let index = from;
  while (index < text.length) {
    const inside = around.at(-1) ?? 'code';
    const character = text[index] ?? '';
    if (inside !== 'code') {
      if ((character === '$' || character === '%') && text[index + 1] === '{') {
        // In HCL `$${` is the text `${`.
        if (text[index - 1] !== character) around.push('code');
        index += 2;
        continue;
      }
      const isStart = inside !== 'text' && text[index - 1] === '\n';
      const line = isStart ? (/^[^\n]*/.exec(text.slice(index, index + 300))?.[0] ?? '') : '';
      const isEnd = inside === 'text' ? character === '"' : isStart && line.trim() === inside.heredoc;
      if (isEnd) {
        around.pop();
        inTexts -= 1;
      }
      if (inside === 'text') index += character === '\\' ? 2 : 1;
      else index += isEnd ? line.length : 1;
      continue;
    }
    const comment = afterComment(text, index);
    if (comment !== undefined) {
      index = comment;
      continue;
    }
    yield { index, inTexts };
    heredocAt.lastIndex = index;
    const heredoc = character === '<' ? heredocAt.exec(text) : null;
    if (heredoc !== null) around.push({ heredoc: heredoc[1] ?? '' });
    else if (character === '"') around.push('text');
    else if (character === '{') around.push('code');
    else if (character === '}' && around.length > 1) around.pop();
    if (heredoc !== null || character === '"') inTexts += 1;
    index += heredoc?.[0].length ?? 1;
  }
}

const nesting = (character: string | undefined): number =>
  character === undefined ? 0 : '{[('.includes(character) ? 1 : '}])'.includes(character) ? -1 : 0;

/** The index of the bracket that closes the one at `open`. */
export const closing = (text: string, open: number): number => {
  let depth = 0;
  for (const { index, inTexts } of codeIn(text, open)) {
    if (inTexts > 0) continue;
    depth += nesting(text[index]);
    if (depth === 0) return index;
  }
  return text.length;
};

/** @param stray gets the index of the first character that belongs to no entry */
export const entriesOf = (text: string, stray?: (index: number) => void): readonly Entry[] => {
  const entries: Entry[] = [];
  let entry: { readonly name: string; readonly from: number; readonly value: number } | undefined;
  let depth = 0;
  const end = (index: number): void => {
    if (entry !== undefined)
      entries.push({ name: entry.name, text: text.slice(entry.from, index).trimEnd() });
    entry = undefined;
  };
  for (const { index, inTexts } of codeIn(text)) {
    if (inTexts > 0 || index < (entry?.value ?? 0)) continue;
    const character = text[index];
    if (entry === undefined) {
      const start = /^([A-Za-z_][\w-]*)[ \t]*=(?!=)/.exec(text.slice(index, index + 300));
      if (start !== null) {
        entry = { name: start[1] ?? '', from: index, value: index + start[0].length };
        depth = 0;
      } else if (/\S/.test(character ?? '')) stray?.(index);
    } else if (depth === 0 && character === '\n') end(index);
    else depth = Math.max(0, depth + nesting(character));
  }
  end(text.length);
  return entries;
};

const jobBlock = /^[ \t]*job[ \t]+(?:"([^"\n]*)"|([\w-]+))[ \t]*\{/m;

export const hasJob = (text: string): boolean => jobBlock.test(text);

export const nameIn = (text: string): string | undefined => {
  const [, named, bare] = jobBlock.exec(text) ?? [];
  return named ?? bare;
};

export const namespaceOfJob = (text: string): string | undefined => {
  const job = jobBlock.exec(text);
  if (job === null) return undefined;
  const assigned = /(?<![\w-])namespace[ \t]*=[ \t]*"([^"$%\\\n]+)"/y;
  let depth = 1;
  for (const { index, inTexts } of codeIn(text, job.index + job[0].length)) {
    if (inTexts > 0) continue;
    depth += nesting(text[index]);
    if (depth === 0) return undefined;
    assigned.lastIndex = index;
    const [, namespace] = (depth === 1 && assigned.exec(text)) || [];
    if (namespace !== undefined) return namespace;
  }
  return undefined;
};

export const hclString = (text: string): string =>
  JSON.stringify(text)
    .replaceAll(/[$%](?=\{)/g, (mark) => mark + mark)
    // HCL lacks these escapes.
    .replaceAll(/\\\\|\\b|\\f/g, (escape) => ({ '\\b': '\\u0008', '\\f': '\\u000c' })[escape] ?? escape);
