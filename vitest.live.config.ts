import { defineConfig } from 'vitest/config';

/** Against real servers named by TRIVET_LIVE_*; one after the other, since they share those servers. */
export default defineConfig({
  test: {
    include: ['test/live/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/support/build-once.ts'],
    fileParallelism: false,
    // Says every test by name: also what was skipped, and why.
    reporters: ['verbose'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
