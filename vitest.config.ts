import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/live/**', 'test/torture/full/**', 'node_modules/**'],
    environment: 'node',
    globalSetup: ['test/support/build-once.ts'],
    pool: 'forks',
    // vitest leaves one processor free, which of two is half.
    maxWorkers: '100%',
    // Only for a test that hangs: on a busy machine no time may decide.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
