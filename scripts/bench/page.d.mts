/** The page with these results in it; both as docs/performance.md and scripts/bench/results.json hold them. */
export function pageWith(page: string, results: unknown): string;
