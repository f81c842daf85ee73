/** Finds entries and quoting in linear time, which is all that variables need. */

interface Entry {
  readonly name: string;
  readonly text: string;
}

const afterString = (text: string, from: number): number => {
  const closers = ['"'];
  let index = from + 1;
  while (index < text.length && closers.length > 0) {
    const character = text[index];
    const quoted = closers.at(-1) === '"';
    if (quoted && character === '\\') index += 1;
    else if (quoted && (character === '$' || character === '%') && text[index + 1] === '{') {
      // In HCL `$${` is the text `${`.
      if (text[index - 1] === character) index += 1;
      else {
        closers.push('}');
        index += 1;
      }
    } else if (character === closers.at(-1)) closers.pop();
    else if (!quoted && character === '"') closers.push('"');
    else if (!quoted && character === '{') closers.push('}');
    index += 1;
  }
  return index;
};

/** The index after the heredoc at `from` (`<<`); undefined for another text. */
const afterHeredoc = (text: string, from: number): number | undefined => {
  const start = /^<<-?([A-Za-z_][\w-]*)[^\n]*\n/.exec(text.slice(from, from + 200));
  if (start === null) return undefined;
  const end = new RegExp(`^[ \\t]*${start[1] ?? ''}[ \\t]*$`, 'gm');
  end.lastIndex = from + start[0].length;
  const found = end.exec(text);
  return found === null ? text.length : found.index + found[0].length;
};

export const afterComment = (text: string, from: number): number | undefined => {
  if (text[from] === '#' || text.startsWith('//', from)) {
    const end = text.indexOf('\n', from);
    return end === -1 ? text.length : end;
  }
  if (!text.startsWith('/*', from)) return undefined;
  const end = text.indexOf('*/', from + 2);
  return end === -1 ? text.length : end + 2;
};

const passed = (text: string, from: number): number => {
  if (text[from] === '"') return afterString(text, from);
  if (text.startsWith('<<', from)) return afterHeredoc(text, from) ?? from;
  return afterComment(text, from) ?? from;
};

export const closing = (text: string, open: number): number => {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    const next = passed(text, index);
    if (next > index) {
      index = next - 1;
      continue;
    }
    const character = text[index] ?? '';
    if ('{[('.includes(character)) depth += 1;
    else if ('}])'.includes(character) && (depth -= 1) === 0) return index;
  }
  return text.length;
};

/** @param stray gets the index of the first character that belongs to no entry */
export const entriesOf = (text: string, stray?: (index: number) => void): readonly Entry[] => {
  const entries: Entry[] = [];
  let index = 0;
  while (index < text.length) {
    const skipped = passed(text, index);
    if (skipped > index) {
      if (afterComment(text, index) === undefined) stray?.(index);
      index = skipped;
      continue;
    }
    const start = /^([A-Za-z_][\w-]*)[ \t]*=(?!=)/.exec(text.slice(index, index + 300));
    if (start === null) {
      if (/\S/.test(text[index] ?? '')) stray?.(index);
      index += 1;
      continue;
    }
    let end = index + start[0].length;
    while (end < text.length && text[end] !== '\n') {
      const next = passed(text, end);
      if (next > end) end = next;
      else if ('{[('.includes(text[end] ?? '')) end = closing(text, end) + 1;
      else end += 1;
    }
    entries.push({ name: start[1] ?? '', text: text.slice(index, end).trimEnd() });
    index = end + 1;
  }
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
  let index = job.index + job[0].length;
  while (index < text.length && text[index] !== '}') {
    const next = passed(text, index);
    assigned.lastIndex = index;
    const [, namespace] = assigned.exec(text) ?? [];
    if (namespace !== undefined) return namespace;
    if (next > index) index = next;
    else index = '{[('.includes(text[index] ?? '') ? closing(text, index) + 1 : index + 1;
  }
  return undefined;
};

export const hclString = (text: string): string =>
  JSON.stringify(text)
    .replaceAll(/[$%](?=\{)/g, (mark) => mark + mark)
    // HCL lacks these escapes.
    .replaceAll(/\\\\|\\b|\\f/g, (escape) => ({ '\\b': '\\u0008', '\\f': '\\u000c' })[escape] ?? escape);
