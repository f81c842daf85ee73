import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { TestProjectConfiguration } from 'vitest/config';
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

/** What starts the program as a process; `npm run test:executable` runs it. */
const starting = [
  'test/executable/**/*.test.ts',
  'test/transcripts/*.test.ts',
  'test/e2e/**/*.test.ts',
  'test/commands/**/*.test.ts',
  'test/safety/**/*.test.ts',
  'test/torture/*.test.ts',
  'test/cli-contract*.test.ts',
  'test/recordings-*.test.ts',
];

/** One file of each kind, which `npm test` runs. */
const sample = [
  'test/executable/**/*.test.ts',
  'test/commands/job/action.test.ts',
  'test/e2e/{signals,slow-reader,terminal}.test.ts',
  'test/safety/{tls,tunnel}.test.ts',
  'test/torture/sample.test.ts',
];

const paths = (names: readonly string[]): readonly string[] => names.map((name) => `/test/${name}.test.ts`);

/** What computes longest, which begins first. The projects below have files of the same name. */
const long = paths([
  'transcripts/pki',
  'examples',
  'safety/memory',
  'torture/sample',
  'safety/canary',
  'transcripts/pages',
  'e2e/sandbox-exec',
  'documentation',
  'commands/pki/renew',
  'e2e/shell',
  'e2e/completion-shells',
  'safety/lying-server',
  'pack',
  'site',
  'transcripts/job',
]);

/** What mostly waits, longest first. */
const waiting = paths([
  'transcripts/job-waits',
  'commands/job/watch',
  'safety/hang-up',
  'commands/job/wait',
  'e2e/terminal',
  'commands/status/status',
  'e2e/slow-reader',
  'e2e/waiting',
  'commands/loans/loans',
  'commands/loans/term',
  'safety/signals',
  'commands/job/action',
  'unit/http-faults',
]);

const order = ['executable', 'node', 'replacing', 'live', 'torture'];

/** The place of a file in a list, or after it. */
const placeIn = (list: readonly string[], { moduleId }: TestSpecification): number => {
  const place = list.findIndex((end) => moduleId.endsWith(end));
  return place === -1 ? list.length : place;
};

/** What waits stands apart, between what computes, so that the processors always have work. */
const mixed = (files: readonly TestSpecification[]): readonly TestSpecification[] => {
  const by = (list: readonly string[]) => (a: TestSpecification, b: TestSpecification) =>
    placeIn(list, a) - placeIn(list, b);
  const isWaiting = (file: TestSpecification): boolean => placeIn(waiting, file) < waiting.length;
  const waits = files.filter(isWaiting).toSorted(by(waiting));
  const computes = files.filter((file) => !isWaiting(file)).toSorted(by(long));
  const apart = computes.flatMap((file, index) => [...(index % 3 === 0 ? waits.splice(0, 1) : []), file]);
  return [...apart, ...waits];
};

/**
 * Without a record of earlier runs the largest files come first, and one that takes long could be left for the end.
 * Project by project, since a worker that changes to another project ends, and loads the program again.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Without Bun there is no executable: test/support/build-executable.ts says so.
    const ready = files.filter(
      ({ project }) => project.name !== 'executable' || project.getProvidedContext().program !== undefined,
    );
    const sorted = await super.sort(ready);
    return order.flatMap((name) => mixed(sorted.filter(({ project }) => project.name === name)));
  }
}

/** Replaces a module, for which nothing may have loaded it before. */
const replacing = [
  'test/unit/runtime-failing-disk.test.ts',
  'test/unit/once-full-disk.test.ts',
  'test/unit/receipt-full-disk.test.ts',
  'test/unit/make-folder-race.test.ts',
];

const node = {
  test: {
    name: 'node',
    ...options,
    // The files of a worker share the modules that they load: to load the program again for each of them takes as long
    // as the tests.
    isolate: false,
    include: ['test/**/*.test.ts'],
    exclude: ['test/live/**', 'test/torture/full/**', 'test/executable/**', 'node_modules/**', ...replacing],
    globalSetup: before,
  },
};

const alone = { test: { name: 'replacing', ...options, include: replacing, globalSetup: before } };

const onExecutable = {
  name: 'executable',
  ...options,
  globalSetup: [...before, 'test/support/build-executable.ts'],
  // It is compiled while the tests are loaded.
  setupFiles: ['test/support/await-executable.ts'],
};

/** Against real servers named by TRIVET_LIVE_*. */
const live = {
  test: {
    name: 'live',
    environment: 'node',
    include: ['test/live/**/*.test.ts'],
    globalSetup: ['test/support/build-once.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
};

/** The whole fault torture: minutes. `npm test` runs a bounded sample of it. */
const torture = {
  test: {
    name: 'torture',
    environment: 'node',
    include: ['test/torture/full/**/*.test.ts'],
    globalSetup: before,
    provide: { whole: true },
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
};

/** The projects by mode (`vitest run --mode live`); any other mode runs what `npm test` runs. */
const byMode: Readonly<Record<string, readonly TestProjectConfiguration[]>> = {
  executable: [{ test: { ...onExecutable, include: starting } }],
  live: [live],
  torture: [torture],
};
const usual: readonly TestProjectConfiguration[] = [
  node,
  alone,
  { test: { ...onExecutable, isolate: false, include: sample, provide: { few: true } } },
];

const workers = (mode: string): number => {
  // Live tests share their servers.
  if (mode === 'live') return 1;
  // One more than there are processors, for what waits: each loads the program, and compiles it for itself.
  return availableParallelism() + (mode in byMode ? 0 : 1);
};

export default defineConfig(({ mode }) => ({
  test: {
    // The run as a whole changes nothing in the checkout.
    globalSetup: 'test/support/same-tree.ts',
    // What is tried of a cross product: test/support/part.ts.
    provide: { whole: mode === 'all' },
    // The projects share the modules that were transformed, and the next run finds them again.
    experimental: { fsModuleCache: true },
    maxWorkers: workers(mode),
    sequence: { sequencer: LongFirst },
    projects: [...(byMode[mode] ?? usual)],
  },
}));
