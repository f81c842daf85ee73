/** Reads reports of `doctor -o json`, and starts servers for it. */
import type { CliResult } from './run-cli.ts';
import type { CountingServer } from './counting-server.ts';
import type { RequestListener } from 'node:http';

export interface Finding {
  readonly service: string;
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly next: string | null;
  readonly exit: number | null;
  readonly facts: Record<string, unknown>;
}

export const findings = (result: CliResult): readonly Finding[] =>
  (JSON.parse(result.stdout) as { findings: readonly Finding[] }).findings;

export const finding = (result: CliResult, service: string, check: string): Finding => {
  const found = findings(result).find((one) => one.service === service && one.check === check);
  if (found === undefined) throw new Error(`no ${service} ${check} in ${result.stdout}`);
  return found;
};

/** A server that answers some paths with a status and JSON, and any other with 404. */
export const answering =
  (serve: (listener: RequestListener) => Promise<CountingServer>) =>
  async (replies: Readonly<Record<string, readonly [number, unknown]>>): Promise<string> => {
    const { origin } = await serve((request, response) => {
      const [status, document] = replies[(request.url ?? '').replace(/\?.*$/, '')] ?? [404, { errors: [] }];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    });
    return origin;
  };
