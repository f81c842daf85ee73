/** Pieces of HTML. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

export const code = (text: string): string => `<code>${escaped(text)}</code>`;

export const link = (href: string, html: string): string => `<a href="${escaped(href)}">${html}</a>`;

export const listHtml = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

const idOf = (id: string | undefined): string => (id === undefined ? '' : ` id="${escaped(id)}"`);

/**
 * Wide tables scroll within themselves.
 * @param ids what links to rows lead to
 */
export const table = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
  ids: readonly string[] = [],
): string => {
  const head = header.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows.map(
    (cells, at) => `<tr${idOf(ids[at])}>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>\n`;
};

/** The anchors of a page: as GitHub makes them, each only once. */
export const anchorsOf = (): ((text: string) => string) => {
  const counts = new Map<string, number>();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
};

/** @param id what links lead to */
export const heading = (depth: number, id: string, html: string): string =>
  depth === 1
    ? `<h1 id="${escaped(id)}">${html}</h1>\n`
    : `<h${depth} id="${escaped(id)}">${html} <a class="anchor" href="#${escaped(id)}" aria-label="Link to this section">#</a></h${depth}>\n`;

const withComment = (line: string): string => {
  const [, before = line, comment = ''] = /^(.*?)((?:^|\s)#\s.*)?$/.exec(line) ?? [];
  return comment === ''
    ? escaped(line)
    : `${escaped(before)}<span class="comment">${escaped(comment)}</span>`;
};

/** Commands after `$ `, with continued lines, and what they print. */
const consoleHtml = (text: string): string => {
  let open = false;
  return text
    .split('\n')
    .map((line) => {
      const begins = line.startsWith('$ ');
      const isCommand = begins || open;
      open = isCommand && line.endsWith('\\');
      return begins
        ? `<span class="prompt">$ </span><span class="command">${escaped(line.slice(2))}</span>`
        : isCommand
          ? `<span class="command">${escaped(line)}</span>`
          : escaped(line);
    })
    .join('\n');
};

/** Languages whose comments begin with `#`. */
const hashed = new Set(['sh', 'bash', 'yaml', 'hcl', 'python', 'ruby', 'powershell', 'fish', 'dockerfile']);

/** @param info what stands after the fence: a language, then perhaps the name of a file */
export const codeBlock = (text: string, info = ''): string => {
  const [language = '', ...file] = info.split(' ');
  const html =
    language === 'console'
      ? consoleHtml(text)
      : hashed.has(language)
        ? text.split('\n').map(withComment).join('\n')
        : escaped(text);
  const caption = file.length === 0 ? '' : `<figcaption>${escaped(file.join(' '))}</figcaption>`;
  const kind = language === '' ? 'text' : language;
  return `<figure class="code ${escaped(kind)}">${caption}<pre><code>${html}</code></pre></figure>\n`;
};
