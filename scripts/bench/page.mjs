// The results of `npm run bench -- --record` as a page: scripts/bench/results.json keeps what was measured, and
// docs/performance.md has a part that is written from it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const resultsFile = (root) => join(root, 'scripts', 'bench', 'results.json');
const pageFile = (root) => join(root, 'docs', 'performance.md');

/** `{ "<major of Node>": { node, machine, commit, date, pairs, rows: { "<section>": [row] } } }` */
const readResults = (root) => JSON.parse(readFileSync(resultsFile(root), 'utf8'));

const begin = '<!-- results: written by npm run bench -- --record -->';
const end = '<!-- end of results -->';

/** A ratio has no unit. */
const figure = ({ value, unit = '', digits = 2 }) => `${value.toFixed(digits)}${unit === 'x' ? '' : unit}`;

/** @returns the cell of a row: what was measured, bold where it is above its bar, or why it was not */
const cell = (row) => {
  if (row === undefined) return '';
  if (row.skipped !== undefined) return `not measured: ${row.skipped}`;
  return row.bar !== undefined && row.value > row.bar ? `**${figure(row)}**` : figure(row);
};

const barOf = (rows) => {
  const bars = [
    ...new Set(
      rows.flatMap(({ bar, unit = '' }) => (bar === undefined ? [] : [`${bar}${unit === 'x' ? '' : unit}`])),
    ),
  ];
  return bars.join(', ');
};

const padded = (lines) => {
  const widths = lines[0].map((_, column) => Math.max(3, ...lines.map((line) => line[column].length)));
  const text = (line) => `| ${line.map((one, column) => one.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...rows] = lines;
  return [text(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(text)].join(
    '\n',
  );
};

/** @returns the part of the page that the results are: a table for each section, with a column for each Node */
export const resultsText = (results) => {
  const nodes = Object.keys(results).toSorted((a, b) => Number(a) - Number(b));
  const runs = nodes.map((major) => {
    const { node, machine, commit, date, pairs } = results[major];
    return `- Node ${node}: ${machine}; commit ${commit}, ${date}; ${pairs} pairs for a start.`;
  });
  const sections = [...new Set(nodes.flatMap((major) => Object.keys(results[major].rows)))];
  const tables = sections.flatMap((section) => {
    const of = (major) => results[major].rows[section] ?? [];
    const having = nodes.filter((major) => of(major).length > 0);
    const isShown = ({ bar, skipped }) => bar !== undefined || skipped !== undefined;
    const names = [
      ...new Set(
        having.flatMap((major) =>
          of(major)
            .filter(isShown)
            .map(({ name }) => name),
        ),
      ),
    ];
    if (names.length === 0) return [];
    const lines = names.map((name) => {
      const found = having.map((major) => of(major).find((row) => row.name === name));
      return [name, barOf(found.filter((row) => row !== undefined)), ...found.map(cell)];
    });
    const head = ['row', 'bar', ...having.map((major) => `Node ${major}`)];
    return [`### ${section}\n\n${padded([head, ...lines])}`];
  });
  return [begin, runs.join('\n'), ...tables, end].filter((part) => part !== '').join('\n\n');
};

const between = new RegExp(`${begin}[^]*${end}`);

/** @returns the page with these results in it */
export const pageWith = (page, results) => {
  if (!between.test(page)) throw new Error('docs/performance.md has no place for results');
  return page.replace(between, () => resultsText(results));
};

/**
 * Keeps the rows of a run: those of sections that it did not measure stay as they are.
 * @param run `{ node, machine, commit, date, pairs, rows }`
 */
export const record = (root, run) => {
  const results = readResults(root);
  const major = /^\d+/.exec(run.node)[0];
  results[major] = { ...run, rows: { ...results[major]?.rows, ...run.rows } };
  writeFileSync(resultsFile(root), `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(pageFile(root), pageWith(readFileSync(pageFile(root), 'utf8'), results));
};
