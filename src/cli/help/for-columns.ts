import { commandLine, wrap } from './text.ts';

const indentOf = (line: string): number => line.length - line.trimStart().length;

const entryOf = (
  line: string,
): { readonly term: string; readonly text: string; readonly at: number } | undefined => {
  const [, before = '', gap = '', text = ''] =
    /^( {1,4}\S.*?)( {2,})(\S.*)$/.exec(line) ?? /^( {2}-.*>)( )(\S.*)$/.exec(line) ?? [];
  return text === '' ? undefined : { term: before, text, at: before.length + gap.length };
};

const isAlone = (line: string): boolean =>
  /^(?:[A-Z][A-Z ]+$|\s*[#$|>]|\s*[-*] |.*: trivet [a-z])/.test(line.trimEnd());

/** @param columns fewer than 80 */
export const forColumns = (text: string, columns: number): string => {
  const lines = text.split('\n');
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const more = (indent: number): string => {
      let all = '';
      for (let next = lines[at + 1]; next !== undefined; next = lines[at + 1]) {
        if (next.trim() === '' || indentOf(next) !== indent || isAlone(next)) break;
        if (entryOf(next) !== undefined) break;
        all += ` ${next.trim()}`;
        at += 1;
      }
      return all;
    };
    if (/^\s*\$ /.test(line)) {
      let whole = line.trim().slice(2);
      while (whole.endsWith('\\') && at + 1 < lines.length) {
        at += 1;
        whole = `${whole.slice(0, -1).trimEnd()} ${(lines[at] ?? '').trim()}`;
      }
      out.push(commandLine(whole, indentOf(line), columns));
      continue;
    }
    const entry = entryOf(line);
    if (entry !== undefined) {
      const whole = entry.text + more(entry.at);
      const isBeside = entry.at + whole.length <= columns;
      out.push(
        isBeside
          ? `${entry.term}${' '.repeat(entry.at - entry.term.length)}${whole}`
          : wrap(entry.term, 2, columns),
      );
      if (!isBeside) out.push(wrap(whole, 4, columns));
      continue;
    }
    const indent = indentOf(line);
    const whole = isAlone(line) || line.trim() === '' ? line.trim() : line.trim() + more(indent);
    out.push(whole === '' ? '' : wrap(whole, Math.min(indent, 4), columns));
  }
  return out.join('\n');
};
