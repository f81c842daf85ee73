/** A protected profile `prod` of a sandbox, and what reached its servers. */
import { beforeEach } from 'vitest';
import { useConfigFolder } from './config-folder.ts';
import type { ConfigFolder } from './config-folder.ts';
import { environmentOf, useSandbox } from './sandbox.ts';
import type { Bench } from './sandbox.ts';

interface ProtectedProfile extends ConfigFolder {
  readonly bench: Bench;
  /** Requests that change something: method and path. */
  readonly changes: () => readonly string[];
}

/** For the tests of a file: each has a new sandbox, and `prod` is its protected current profile. */
export const useProtectedProfile = (): ProtectedProfile => {
  const folder = useConfigFolder();
  const bench = useSandbox({ fresh: true });
  beforeEach(async () => {
    const env = environmentOf(bench.sandbox());
    const flags = ['workspaces', 'secrets', 'jobs'].map((service) => {
      const of = (what: string): string => env[`TRIVET_${service.toUpperCase()}_${what}`] ?? '';
      const token = folder.file(`${service}.token`, of('TOKEN'));
      return `--${service}-url ${of('URL')} --${service}-product generic --${service}-token-from file:${token}`;
    });
    await folder.trivet(`profile set prod --protected --default-organization demo ${flags.join(' ')}`);
  });
  return {
    ...folder,
    bench,
    changes: () =>
      bench
        .requests()
        .filter(({ method, path }) => !['GET', 'LIST'].includes(method) && !/\/(?:parse|plan)$/.test(path))
        .map(({ method, path }) => `${method} ${path}`),
  };
};
