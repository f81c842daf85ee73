// Runs scripts of package.json in parallel, and shows the output of those that failed.
//   node scripts/side-by-side.mjs typecheck lint generated:check,docs:check
// Scripts joined by a comma run one after the other, since they use the same files. Exits 1 if one fails.
import { spawn } from 'node:child_process';

const run = (name) =>
  new Promise((resolve) => {
    const child = spawn('npm', ['run', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      process.stderr.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}\n`);
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });

const inTurn = async (names) => {
  let ok = true;
  for (const name of names) ok = (await run(name)) && ok;
  return ok;
};

const results = await Promise.all(process.argv.slice(2).map((lane) => inTurn(lane.split(','))));
if (results.includes(false)) process.exitCode = 1;
