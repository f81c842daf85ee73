/** The documentation as a site: README, docs/, cookbook, help topics, and a page for each command. */
import { isHidden } from '../../../src/catalogue/command.ts';
import { posix } from 'node:path';
import { version } from '../../../src/version.ts';
import { loadCatalogue } from '../catalogue.ts';
import type { LoadedGroup } from '../catalogue.ts';
import { markdownBlocks, known, textOfTokens } from '../guides/markdown.ts';
import { knownErrors } from '../errors.ts';
import { commandsPage, troubleshootingPage } from '../pages.ts';
import { topicTexts } from '../topics.ts';
import { topicNames } from '../../../src/cli/help/topic-names.ts';
import { articleOf } from './article.ts';
import type { Article, Links, Section } from './article.ts';
import { commandFile, commandPage, groupPage, overviewPage } from './command-page.ts';
import { framed, relativeTo } from './frame.ts';
import type { SiteEntry, Shelf, Site } from './frame.ts';
import { anchorsOf, code, codeBlock, escaped, heading, link, listHtml } from './html.ts';
import { searchEntries } from './search-entries.ts';

/** What the site is made of. */
export interface SiteSources {
  /** Markdown by path below the repository. */
  readonly pages: ReadonlyMap<string, string>;
  /** The scripts of the cookbook by name. */
  readonly scripts: ReadonlyMap<string, string>;
  /** The sources of the program: the texts of its errors stand in them. */
  readonly program: readonly string[];
  readonly licence: string;
  /** Pictures by path below the repository. */
  readonly pictures: ReadonlyMap<string, string>;
  /** Whether a path below the repository is there. */
  readonly exists: (path: string) => boolean;
  /** Where the site will be, and its sources are; undefined where package.json does not name them. */
  readonly address: string | undefined;
  readonly repository: string | undefined;
}

/** The path below the site of a page of the repository. */
const siteFile = (source: string): string =>
  source.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html');

const fence = (text: string, info: string): string => `\`\`\`${info}\n${text.trim()}\n\`\`\``;

/** A script: its first comment says what it does. */
const recipe = ([name, script]: readonly [string, string]): string => {
  const about = script.split('\n').find((line) => line.startsWith('# ')) ?? '';
  const [title = ''] = about.slice(2).split(/\.(?: |$)/);
  return `## ${title}\n\n${fence(script, `sh ${name}`)}`;
};

/** A help topic: a heading for each of its parts. */
const topicArticle = ([name, text]: readonly [string, string]): Article => {
  const [intro = '', ...parts] = text.split(/^(?=[A-Z][^a-z\n]+$)/m);
  const anchor = anchorsOf();
  const sections = parts.map((part): Section => {
    const [title = '', ...lines] = part.split('\n');
    const shown = `${title.charAt(0)}${title.slice(1).toLowerCase()}`;
    return { depth: 2, id: anchor(shown), text: shown, above: [], says: lines.join('\n'), lines: [] };
  });
  const paragraphs = intro.trim().split('\n\n');
  return {
    title: name,
    about: paragraphs[0]?.replaceAll('\n', ' ') ?? '',
    html: [
      heading(1, `topic-${name}`, escaped(name)),
      `<p>${code(`trivet help ${name}`)} prints this.</p>\n`,
      ...paragraphs.map((one) => `<p>${escaped(one)}</p>\n`),
      ...sections.map(
        ({ id, text: title, says }) =>
          `${heading(2, id, escaped(title))}${codeBlock(says.replaceAll(/^ {2}/gm, '').trimEnd(), 'help')}`,
      ),
    ].join(''),
    sections: [{ depth: 1, id: '', text: name, above: [], says: intro, lines: [] }, ...sections],
  };
};

const titleOf = (page: string): string => {
  const title = markdownBlocks(page).find(({ type }) => type === 'heading');
  return title?.type === 'heading' ? textOfTokens(title.tokens) : '';
};

/** Pages that are in the repository as something else than Markdown, or as a folder. */
const writtenPages = (
  { pages, scripts, licence, program }: SiteSources,
  catalogue: readonly LoadedGroup[],
): ReadonlyMap<string, string> => {
  const decisions = [...pages].filter(([path]) => path.startsWith('docs/adr/'));
  return new Map([
    [
      'docs/adr/README.md',
      `# Decisions\n\nWhy trivet is built the way it is.\n\n${decisions
        .map(([path, page]) => `- [${titleOf(page)}](${posix.basename(path)})`)
        .join('\n')}`,
    ],
    [
      'docs/cookbook/README.md',
      `# Cookbook\n\nShort scripts, each run by a test.\n\n${[...scripts].map(recipe).join('\n\n')}`,
    ],
    ['docs/commands.md', commandsPage(catalogue)],
    ['docs/troubleshooting.md', troubleshootingPage(knownErrors(program))],
    ['LICENSE.md', `# Licence\n\n${fence(licence, 'text')}`],
  ]);
};

interface Page {
  readonly path: string;
  readonly article: Article;
}

const shownOf = ({ commands }: LoadedGroup) => commands.filter((one) => !isHidden(one));

const referencePages = (catalogue: readonly LoadedGroup[], guides: ReadonlySet<string>): readonly Page[] => [
  { path: 'commands/index.html', article: overviewPage(catalogue) },
  ...catalogue.flatMap((loaded) => {
    const commands = shownOf(loaded);
    const pages = commands.map((command): Page => {
      const below = commands.filter(({ path }) => path.startsWith(`${command.path} `));
      return { path: commandFile(command.path), article: commandPage(command, below, guides) };
    });
    const { name } = loaded.group;
    return commands.some(({ path }) => path === name)
      ? pages
      : [{ path: commandFile(name), article: groupPage(loaded, commands, guides) }, ...pages];
  }),
];

interface IndexShelf {
  readonly title: string;
  readonly pages: readonly { readonly source: string; readonly title: string }[];
}

/** The pages of the index in docs/, below its headings. */
const shelvesOf = (index: string): readonly IndexShelf[] => {
  const shelves: IndexShelf[] = [];
  for (const block of markdownBlocks(index)) {
    if (block.type === 'heading' && block.depth === 2)
      shelves.push({ title: textOfTokens(block.tokens), pages: [] });
    const last = shelves.at(-1);
    if (block.type !== 'table' || last === undefined) continue;
    const named = block.rows
      .flatMap(([cell]) => known(cell?.tokens ?? []))
      .flatMap((token) =>
        token.type === 'link'
          ? [{ source: posix.join('docs', token.href), title: textOfTokens(token.tokens) }]
          : [],
      );
    shelves[shelves.length - 1] = { ...last, pages: [...last.pages, ...named] };
  }
  return shelves;
};

/** The page of the command that a line runs, or of the help that it prints. */
const commandFinder = (catalogue: readonly LoadedGroup[], files: ReadonlySet<string>) => {
  const paths = new Set(catalogue.flatMap((loaded) => shownOf(loaded).map(({ path }) => path)));
  for (const { group } of catalogue) paths.add(group.name);
  return (line: string): string | undefined => {
    const [, words] = /^trivet ((?:[a-z-]+ ?)+)/.exec(line) ?? [];
    const all = words?.trim().split(' ') ?? [];
    if (all[0] === 'help')
      return [`topics/${all[1]}.html`, `docs/${all[2]}.html`].find((file) => files.has(file));
    for (let length = all.length; length > 0; length -= 1) {
      const path = all.slice(0, length).join(' ');
      if (paths.has(path)) return commandFile(path);
    }
    return undefined;
  };
};

/** Links that lead nowhere, with their pages. */
const brokenLinks = (
  links: readonly (readonly [page: string, target: string])[],
  files: ReadonlyMap<string, string>,
): readonly string[] => {
  const ids = new Map([...files].map(([path, html]) => [path, new Set(html.match(/(?<= id=")[^"]+/g))]));
  return links.flatMap(([path, target]) => {
    const [file = '', anchor] = target.split('#');
    const found = file === '' ? path : posix.join(posix.dirname(path), file);
    const isThere = files.has(found) && (anchor === undefined || ids.get(found)?.has(anchor) === true);
    return isThere || /\.(?:css|js)$/.test(file) ? [] : [`${path}: ${target}`];
  });
};

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#0b7285"/>' +
  '<path d="M12 5v6M12 11l-5.5 7M12 11l5.5 7" stroke="#fff" stroke-width="2.2" stroke-linecap="round" fill="none"/>' +
  '<circle cx="12" cy="11" r="2.4" fill="#fff"/></svg>\n';

/** Path below the site -> text, without style sheet and scripts. @throws Error when a link leads nowhere */
export const siteFiles = async (sources: SiteSources): Promise<ReadonlyMap<string, string>> => {
  const catalogue = await loadCatalogue();
  const pages = new Map([...sources.pages, ...writtenPages(sources, catalogue)]);
  const guides = new Set([...pages.keys()].flatMap((path) => /^docs\/([a-z-]+)\.md$/.exec(path)?.[1] ?? []));
  const reference = [
    ...referencePages(catalogue, guides),
    ...[...topicTexts()].map((topic): Page => ({
      path: `topics/${topic[0]}.html`,
      article: topicArticle(topic),
    })),
  ];
  const commandOf = commandFinder(
    catalogue,
    new Set([...[...pages.keys()].map(siteFile), ...reference.map(({ path }) => path)]),
  );

  const linksOf = (source: string): Links => {
    const path = siteFile(source);
    return {
      hrefOf: (target) => {
        if (target.startsWith('#') || /^https?:/.test(target)) return target;
        const [file = '', anchor] = target.split('#');
        const named = posix.join(posix.dirname(source), file);
        const script = /^docs\/cookbook\/.+\.sh$/.test(named) ? 'docs/cookbook/README.md' : named;
        const found = [script, `${script}/README.md`, `${script}.md`].find((one) => pages.has(one));
        if (found !== undefined)
          return relativeTo(path, `${siteFile(found)}${anchor === undefined ? '' : `#${anchor}`}`);
        if (!sources.exists(named)) throw new Error(`${source}: ${target} leads nowhere`);
        return sources.repository === undefined ? undefined : `${sources.repository}/blob/HEAD/${named}`;
      },
      commandHref: (line) => {
        const file = commandOf(line);
        return file === undefined ? undefined : relativeTo(path, file);
      },
      pictureOf: (target) => {
        const named = posix.join(posix.dirname(source), target);
        const [, width, height] =
          /<svg[^>]* width="(\d+)"[^>]* height="(\d+)"/.exec(sources.pictures.get(named) ?? '') ?? [];
        if (width === undefined) throw new Error(`${source}: ${target} is not a picture with a size`);
        return { src: relativeTo(path, named), width: Number(width), height: Number(height) };
      },
    };
  };

  const articles: readonly Page[] = [
    ...[...pages].map(([source, page]): Page => ({
      path: siteFile(source),
      article: articleOf(page, linksOf(source)),
    })),
    ...reference,
  ];
  const titles = new Map(articles.map(({ path, article: { title } }) => [path, title]));
  const entry = (href: string): SiteEntry => ({ href, title: titles.get(href) ?? href });
  const below = (folder: string): readonly SiteEntry[] =>
    articles
      .map(({ path }) => path)
      .filter((path) => path.startsWith(folder) && path !== `${folder}index.html`)
      .map(entry);
  const commandsOf = (loaded: LoadedGroup): readonly SiteEntry[] =>
    shownOf(loaded)
      .filter(({ path }) => path !== loaded.group.name)
      .map(({ path }) => ({ href: commandFile(path), title: path.slice(loaded.group.name.length + 1) }));

  const fromIndex = shelvesOf(pages.get('docs/README.md') ?? '').map(({ title, pages: named }): Shelf => ({
    title,
    entries: named.map((one) => ({
      title: one.title,
      href: siteFile(pages.has(one.source) ? one.source : `${one.source}/README.md`),
    })),
    inside: new Map([['docs/adr/index.html', below('docs/adr/')]]),
  }));
  const [first, ...others] = fromIndex;
  const shelves: readonly Shelf[] = [
    {
      title: first?.title ?? '',
      entries: [
        { href: 'index.html', title: 'Start' },
        { href: 'docs/index.html', title: 'Guides' },
        ...(first?.entries ?? []),
      ],
    },
    ...others,
    {
      title: 'Commands',
      entries: [
        entry('commands/index.html'),
        entry('docs/commands.html'),
        entry('docs/troubleshooting.html'),
        ...catalogue.map(({ group }) => ({ href: commandFile(group.name), title: group.name })),
      ],
      inside: new Map(catalogue.map((loaded) => [commandFile(loaded.group.name), commandsOf(loaded)])),
    },
    {
      title: 'Help topics',
      entries: topicNames.filter((name) => name !== 'flags').map((name) => entry(`topics/${name}.html`)),
    },
    {
      title: 'About',
      entries: [
        entry('SECURITY.html'),
        entry('CHANGELOG.html'),
        entry('LICENSE.html'),
        entry('THIRD_PARTY_NOTICES.html'),
      ],
    },
  ];

  const site: Site = { version, shelves, address: sources.address, repository: sources.repository };
  const order = shelves.flatMap(({ entries, inside }) =>
    entries.flatMap((one) => [one, ...(inside?.get(one.href) ?? [])]),
  );
  const everything = `${heading(1, 'all-pages', 'All pages')}${shelves
    .map(({ title, entries, inside }, index) => {
      const item = ({ href, title: text }: SiteEntry): string => {
        const own = inside?.get(href) ?? [];
        return `${link(href, escaped(text))}${own.length === 0 ? '' : listHtml(own.map(item))}`;
      };
      return `${heading(2, `shelf-${index}`, escaped(title))}${listHtml(entries.map(item))}`;
    })
    .join('')}`;
  const missing =
    heading(1, 'no-such-page', 'No such page') +
    `<p class="lead">There is no page at this address. ${link('pages.html', 'All pages')} lists what there is.</p>\n`;
  const special = (path: string, title: string, html: string): readonly [string, string] => [
    path,
    framed(site, { path, title, about: title, html, headings: [], previous: undefined, next: undefined }),
  ];

  const files = new Map<string, string>([
    ...articles.map(({ path, article }): [string, string] => {
      const at = order.findIndex(({ href }) => href === path);
      const near = (step: number): SiteEntry | undefined => (at === -1 ? undefined : order[at + step]);
      return [
        path,
        framed(site, { path, ...article, headings: headingsOf(article), previous: near(-1), next: near(1) }),
      ];
    }),
    special('pages.html', 'All pages', everything),
    special('404.html', 'No such page', missing),
    ['icon.svg', icon],
    ...sources.pictures,
  ]);
  const found = searchEntries(catalogue, articles, commandOf);
  const broken = brokenLinks(
    [
      ...[...files].flatMap(([path, html]) =>
        [...html.matchAll(/ (?:href|src)="([^":]*)"/g)].map(([, target = '']): [string, string] => [
          path,
          target,
        ]),
      ),
      ...found.map(({ href }): [string, string] => ['search.js', href]),
    ],
    files,
  );
  if (broken.length > 0) throw new Error(`links of the site lead nowhere:\n${broken.join('\n')}`);
  return new Map([...files, ['search-entries.json', JSON.stringify(found)]]);
};

const headingsOf = ({ html, sections }: Article) =>
  sections.length > 1
    ? sections
    : [...html.matchAll(/<h(\d) id="([^"]+)">([^<]+) </g)].map(([, depth, id = '', text = '']) => ({
        depth: Number(depth),
        id,
        text,
      }));
