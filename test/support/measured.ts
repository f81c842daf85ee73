/** Measures how much memory the program needs for a reply. */
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fakeServer } from './fake-server.ts';
import { executable } from './program.ts';
import { runBin } from './run-bin.ts';
import { words } from './run-cli.ts';

/** The promised megabytes. The executable has another engine, and its program takes 70 MB. */
export const limit = executable !== undefined ? 512 : process.versions.node.startsWith('20.') ? 256 : 320;

/** The peak memory of the process in MB, which Linux reports until the process is gone. */
const peakOf = (pid: number | undefined): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

export const measured = async (line: string, answer: (response: ServerResponse) => void) => {
  const { origin } = await fakeServer((_, __, { reply }) => {
    answer(reply);
    return undefined;
  });
  let peak = 0;
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const result = await runBin(words(line), {
    env: { TRIVET_JOBS_URL: origin, TRIVET_JOBS_TOKEN: 't' },
    // Up to 128 MB, which are not kept.
    onStdout: (chunk) => {
      bytes += chunk.length;
    },
    onStart: (child) => {
      timer = setInterval(() => {
        peak = Math.max(peak, peakOf(child.pid));
      }, 5);
    },
  });
  clearInterval(timer);
  return { code: result.code, stderr: result.stderr, bytes, peak };
};

/** A job as a list contains it. */
export const row = (index: number): string =>
  `{"ID":"job-${index}","Name":"job-${index}","Namespace":"default","Type":"service","Priority":50,` +
  `"Status":"running","JobSummary":{"JobID":"job-${index}","Summary":{"web":{"Running":3,"Queued":0}}}}`;
