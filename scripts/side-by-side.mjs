// Runs scripts of package.json in parallel, and shows the output of those that failed.
//   node scripts/side-by-side.mjs typecheck lint generated:check,docs:check
//   node scripts/side-by-side.mjs typecheck lint --beside vitest run
// Scripts joined by a comma run one after the other, since they use the same files. What follows `--beside` is a
// command that runs at the same time and shows its own output; the results of the scripts are repeated after it.
// Exits 1 if one fails.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

// As `npm run` would start them, which takes as long as some of them.
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const env = {
  // tsc and the type-aware rules are Go programs that run for seconds: they collect garbage less often.
  GOGC: 'off',
  ...process.env,
  PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
};
const results = [];

const run = (name) =>
  new Promise((resolve) => {
    const child = spawn(scripts[name], { stdio: ['ignore', 'pipe', 'pipe'], shell: true, env });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      const result = `${code === 0 ? 'ok    ' : 'FAILED'} ${name}\n`;
      results.push(result);
      process.stderr.write(result);
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });

const inTurn = async (names) => {
  let ok = true;
  for (const name of names) ok = (await run(name)) && ok;
  return ok;
};

const show = ([program, ...argv]) =>
  new Promise((resolve) => {
    const child = spawn(program, argv, { stdio: 'inherit', shell: process.platform === 'win32', env });
    child.on('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      resolve(false);
    });
    child.on('close', (code) => {
      results.push(`${code === 0 ? 'ok    ' : 'FAILED'} ${program}\n`);
      resolve(code === 0);
    });
  });

const given = process.argv.slice(2);
const beside = given.includes('--beside') ? given.splice(given.indexOf('--beside')).slice(1) : [];
const ended = await Promise.all([
  ...given.map((lane) => inTurn(lane.split(','))),
  ...(beside.length === 0 ? [] : [show(beside)]),
]);
if (beside.length > 0) process.stderr.write(`\n${results.toSorted((a, b) => a.localeCompare(b)).join('')}`);
if (ended.includes(false)) process.exitCode = 1;
