import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/torture/full/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
});
