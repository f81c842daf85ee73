/** Runs `trivet mcp` in this process, with the SDK's own client at the other end. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import type { CliOptions, CliResult } from './run-cli.ts';
import { runCli } from './run-cli.ts';

/** `legacy` opens with `initialize`, `modern` uses the revision of 2026. */
export type Era = 'legacy' | 'modern';

interface Asked {
  readonly message: string;
  readonly requestedSchema: { readonly properties: Readonly<Record<string, unknown>> };
}

interface Options extends CliOptions {
  readonly era?: Era;
  /** The reply of a person; undefined if the client cannot ask. */
  readonly answer?: (asked: Asked) => { readonly action: string; readonly content?: object };
}

interface ToolAnswer {
  readonly texts: readonly string[];
  /** The first text that is JSON. */
  readonly data: unknown;
  /** Undefined without `--structured`. */
  readonly structured: unknown;
  readonly failed: boolean;
}

export interface McpSession {
  readonly client: Client;
  /** Calls a tool; a protocol error rejects. */
  readonly call: (
    name: string,
    given?: Readonly<Record<string, unknown>>,
    options?: Parameters<Client['callTool']>[1],
  ) => Promise<ToolAnswer>;
  /** The questions that the client was asked. */
  readonly asked: readonly Asked[];
  /** Closes standard input, and resolves with the end of the program. */
  end(): Promise<CliResult>;
}

const parsed = (text: string): readonly unknown[] => {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
};

const lineTransport = (input: PassThrough, output: PassThrough): Transport => {
  const transport: Transport = {
    start: () => {
      let rest = '';
      output.setEncoding('utf8');
      output.on('data', (text: string) => {
        const lines = `${rest}${text}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
      });
      return Promise.resolve();
    },
    send: (message) => {
      input.write(`${JSON.stringify(message)}\n`);
      return Promise.resolve();
    },
    close: () => {
      input.end();
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  return transport;
};

/** Runs `trivet mcp <argv>` and connects a client to it. */
export const openMcp = async (argv: readonly string[], options: Options = {}): Promise<McpSession> => {
  const { era = 'modern', answer, ...rest } = options;
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  // The home folder is refused as a working directory.
  const cwd = join(tmpdir(), 'trivet-mcp-files');
  mkdirSync(cwd, { recursive: true });
  const running = runCli(['mcp', ...argv], { cwd, ...rest, io: { ...rest.io, stdin, stdout } });
  const asked: Asked[] = [];
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
    },
  );
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const form: Asked = JSON.parse(JSON.stringify(params));
      asked.push(form);
      return Promise.resolve(answer(form) as { action: 'accept' });
    });
  }
  await Promise.race([
    client.connect(lineTransport(stdin, stdout)),
    running.then(({ code, stderr }) => {
      throw new Error(`trivet mcp ended with ${code}: ${stderr}`);
    }),
  ]);
  return {
    client,
    asked,
    call: async (name, given = {}, how = {}) => {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: given }, how);
      const texts = content.flatMap((one) => (one.type === 'text' ? [one.text] : []));
      return {
        texts,
        data: texts.flatMap(parsed)[0],
        structured: structuredContent,
        failed: isError === true,
      };
    },
    end: async () => {
      await client.close();
      return running;
    },
  };
};
