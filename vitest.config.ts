import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

const options = {
  environment: 'node',
  pool: 'forks',
  // Only for a test that hangs: on a busy machine no time may decide.
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 600_000 } },
} as const;
const before = ['test/support/temporary-folder.ts', 'test/support/build-once.ts'];

/** What starts the program as a process, one file of each kind; `npm run test:executable` runs all. */
const sample = [
  'test/executable/**/*.test.ts',
  'test/commands/job/action.test.ts',
  'test/e2e/{signals,slow-reader,terminal}.test.ts',
  'test/safety/{tls,tunnel}.test.ts',
  'test/torture/sample.test.ts',
];

/**
 * Started first, in this order: what takes longest, though some of the files are small. Those that mostly wait stand
 * between those that compute, so that the processors always have work. The projects below have files of the same name.
 */
const long = [
  'commands/job/wait',
  'safety/memory',
  'examples',
  'torture/sample',
  'commands/job/watch',
  'safety/canary',
  'safety/hang-up',
  'unit/http-faults',
  'safety/lying-server',
  'e2e/terminal',
  'commands/job/action',
  'commands/lending/term',
  'documentation',
  'pack',
  'commands/pki/renew',
  'commands/lending/lends',
  'ci-pages',
  'e2e/slow-reader',
  'e2e/completion-shells',
  'commands/status/status',
  'e2e/shell',
  'e2e/waiting',
  'e2e/sandbox-exec',
  'safety/signals',
].map((name) => `/test/${name}.test.ts`);

/** After the tests of the executable, which have their own number of workers. */
const afterwards = { groupOrder: 1 } as const;

const projects = ['executable', 'node', 'replacing'];

/**
 * Without a record of earlier runs the largest files come first, and one that takes long could be left for the end.
 * Project by project, since a worker that changes to another project ends, and loads the program again.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const place = long.findIndex((end) => moduleId.endsWith(end));
      return projects.indexOf(project.name) * (long.length + 1) + (place === -1 ? long.length : place);
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Replaces a module, for which nothing may have loaded it before. */
const replacing = ['test/unit/runtime-failing-disk.test.ts'];

/** Bun comes with npm ci, where there is one for the platform. */
const canCompile = existsSync(new URL('node_modules/@oven', import.meta.url));
if (!canCompile) process.stderr.write('Bun is not installed: no test starts the standalone executable.\n');

export default defineConfig(({ mode }) => ({
  test: {
    // What is tried of a cross product: test/support/part.ts.
    provide: { whole: mode === 'all' },
    // The projects share the modules that were transformed, and the next run finds them again.
    experimental: { fsModuleCache: true },
    // More than there are processors: tests wait for deadlines and for processes half of the time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'node',
          ...options,
          // The files of a worker share the modules that they load: to load the program again for each of them takes
          // as long as the tests.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/live/**',
            'test/torture/full/**',
            'test/executable/**',
            'node_modules/**',
            ...replacing,
          ],
          globalSetup: before,
          sequence: afterwards,
        },
      },
      {
        test: {
          name: 'replacing',
          ...options,
          include: replacing,
          globalSetup: before,
          sequence: afterwards,
        },
      },
      {
        test: {
          name: 'executable',
          ...options,
          isolate: false,
          include: canCompile ? sample : [],
          provide: { few: true },
          // First, while the checks run beside them, and in few workers: for some of these files it takes longer to
          // load the program than to run them.
          sequence: { groupOrder: 0 },
          maxWorkers: 2,
          globalSetup: [...before, 'test/support/build-executable.ts'],
          // It is compiled while the tests are loaded.
          setupFiles: ['test/support/await-executable.ts'],
        },
      },
    ],
  },
}));
