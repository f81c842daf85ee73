import { defineConfig } from 'vitest/config';

/** The whole fault torture: minutes. `npm test` runs a bounded sample of it. */
export default defineConfig({
  test: {
    include: ['test/torture/full/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/support/temporary-folder.ts', 'test/support/build-once.ts'],
    provide: { whole: true },
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
});
