// Runs every command of the `console` blocks in the README and docs/, with one sandbox for each file, and writes its
// output below it. Exits 1 if one fails without a message of trivet, or succeeds with one.
//   --check  writes nothing; exits 1 if something would change
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, openSandbox, plain, root, run, steady } from './terminal.mjs';

const renewed = async (markdown) => {
  const blocks = blocksOf(markdown);
  if (blocks.length === 0) return markdown;
  const sandbox = await openSandbox();
  try {
    let text = '';
    let at = 0;
    for (const { start, end, commands } of blocks) {
      const lines = [];
      let status = 0;
      for (const { shown, line } of commands) {
        const ran = await run(line, { ...sandbox, status });
        status = ran.code;
        const output = plain(steady(ran.text, sandbox.env)).trimEnd();
        if (/^trivet: /m.test(output) === (ran.code === 0)) {
          process.stderr.write(`ends with ${ran.code}: ${line}\n${output}\n`);
          process.exitCode = 1;
        }
        lines.push(...shown, ...(output === '' ? [] : [output]));
      }
      text += `${markdown.slice(at, start)}\`\`\`console\n${lines.join('\n')}\n\`\`\``;
      at = end;
    }
    return text + markdown.slice(at);
  } finally {
    await sandbox.close();
  }
};

const check = process.argv.includes('--check');
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
for (const page of pages) {
  const path = join(root, page);
  const before = readFileSync(path, 'utf8');
  const after = await renewed(before);
  if (after === before) continue;
  process.stderr.write(`${check ? 'differs' : 'written'}: ${page}\n`);
  if (check) process.exitCode = 1;
  else writeFileSync(path, after);
}
