import { defineConfig } from 'vitest/config';

/**
 * Everything that starts the program, against the standalone executable: the one that TRIVET_PROGRAM names, or one that
 * is compiled first.
 */
export default defineConfig({
  test: {
    name: 'executable',
    include: [
      'test/executable/**/*.test.ts',
      'test/e2e/**/*.test.ts',
      'test/commands/**/*.test.ts',
      'test/safety/**/*.test.ts',
      'test/torture/*.test.ts',
      'test/cli-contract*.test.ts',
      'test/recordings-*.test.ts',
      'test/demo-*.test.ts',
    ],
    environment: 'node',
    globalSetup: [
      'test/support/temporary-folder.ts',
      'test/support/build-once.ts',
      'test/support/build-executable.ts',
    ],
    setupFiles: ['test/support/await-executable.ts'],
    pool: 'forks',
    maxWorkers: '100%',
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 600_000 } },
  },
});
