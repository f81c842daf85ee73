/** The Model Context Protocol over standard streams; only this file knows its SDK. */
import { randomBytes } from 'node:crypto';
import type {
  CallToolResult,
  InputRequiredResult,
  JSONObject,
  ServerContext,
  Tool as Announced,
} from '@modelcontextprotocol/server';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isObject, own } from '../../documents/json/json.ts';
import type { Question, Io } from '../../system/io.ts';
import type { Pending } from './confirmation.ts';
import type { GuidesAndPrompts } from './guides.ts';
import { onlyMessages } from './messages.ts';
import type { ToolReply } from './reply.ts';
import type { Tool } from './tools.ts';

export interface ToolCall {
  readonly tool: string;
  readonly given: JsonObject;
  readonly pending: Pending | undefined;
  readonly answer: JsonObject | undefined;
  readonly signal: AbortSignal;
  /** Whether questions reach a person; otherwise nothing counts as confirmed. */
  readonly canAsk: boolean;
  progress(text: string): void;
}

/** The client asks the question before it calls again. */
export type CallResult = ToolReply | { readonly question: Question; readonly pending: Pending };

interface Serving {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly reading: GuidesAndPrompts;
  call(call: ToolCall): Promise<CallResult | undefined>;
}

const answerTime = 600;

const answerKey = 'confirm';

/** JSON leaves out absent members. */
const plain = (value: unknown): JSONObject => JSON.parse(JSON.stringify(value)) as JSONObject;

const announced = ({ name, command, access, description, inputSchema, outputSchema }: Tool): Announced => {
  const effects = command.operations.map(({ operation }) => operation.effect);
  return {
    name,
    description,
    inputSchema: { ...plain(inputSchema), type: 'object' },
    ...(outputSchema === undefined ? {} : { outputSchema: { ...plain(outputSchema), type: 'object' } }),
    annotations:
      access === 'read'
        ? { readOnlyHint: true }
        : {
            readOnlyHint: false,
            destructiveHint: true,
            idempotentHint: effects.length > 0 && !effects.includes('unsafe'),
          },
  };
};

const formFor = ({ text, name }: Question) => ({
  message: text,
  requestedSchema:
    name === undefined
      ? {
          type: 'object' as const,
          properties: { confirm: { type: 'boolean' as const, title: 'Yes, do it' } },
          required: ['confirm'],
        }
      : {
          type: 'object' as const,
          properties: { name: { type: 'string' as const, title: `Type ${name} to confirm` } },
          required: ['name'],
        },
});

const objectOf = (value: unknown): JsonObject => {
  const json: Json = JSON.parse(JSON.stringify(value ?? {})) as Json;
  return isObject(json) ? json : {};
};

const progressTo = ({ mcpReq }: ServerContext): ((text: string) => void) => {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (progressToken === undefined || mcpReq.signal.aborted) return;
    progress += 1;
    mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
      .catch(() => undefined);
  };
};

/** Serves until the client closes standard input or `signal` is aborted. */
export const serveProtocol = async (serving: Serving, io: Io, signal: AbortSignal): Promise<void> => {
  const sdk = await import('@modelcontextprotocol/server');
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const codec = sdk.createRequestStateCodec<Pending>({
    key: randomBytes(32),
    ttlSeconds: answerTime,
    bind: ({ mcpReq }) => mcpReq.method,
  });
  const list = serving.tools.map(announced);

  const create = () => {
    const server = new sdk.Server(
      { name: 'trivet', title: 'trivet', version: serving.version },
      {
        capabilities: { tools: {}, resources: {}, prompts: {} },
        instructions: serving.instructions,
        requestState: { verify: (state, context) => codec.verify(state, context) },
      },
    );
    /** Clients of 2026 send capabilities with each request, older ones when they connect. */
    const canAsk = ({ mcpReq }: ServerContext): boolean => {
      const sent = own(objectOf(mcpReq.envelope), sdk.CLIENT_CAPABILITIES_META_KEY);
      const elicitation = own(sent ?? objectOf(server.getClientCapabilities()), 'elicitation');
      // An empty object means that the client has only forms.
      return isObject(elicitation) && ('form' in elicitation || !('url' in elicitation));
    };
    const { reading } = serving;
    server.setRequestHandler('tools/list', () => ({ tools: list }));
    server.setRequestHandler('resources/list', () => ({ resources: [...reading.resources()] }));
    server.setRequestHandler('resources/read', ({ params: { uri } }) => {
      const text = reading.textOf(uri);
      if (text === undefined) throw new sdk.ResourceNotFoundError(uri);
      return { contents: [{ uri, mimeType: 'text/plain', text }] };
    });
    server.setRequestHandler('prompts/list', () => ({ prompts: [...reading.prompts()] }));
    server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
      const text = reading.promptText(name, given);
      if (text === undefined)
        throw new sdk.ProtocolError(
          sdk.ProtocolErrorCode.InvalidParams,
          `prompt "${name}" does not exist here, or lacks an argument`,
        );
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    });
    server.setRequestHandler(
      'tools/call',
      async ({ params }, context): Promise<CallToolResult | InputRequiredResult> => {
        const answered = sdk.acceptedContent(context.mcpReq.inputResponses, answerKey);
        const result = await serving.call({
          tool: params.name,
          given: objectOf(params.arguments),
          pending: context.mcpReq.requestState<Pending>(),
          answer:
            answered === undefined && context.mcpReq.inputResponses === undefined
              ? undefined
              : objectOf(answered),
          signal: context.mcpReq.signal,
          canAsk: canAsk(context),
          progress: progressTo(context),
        });
        if (result === undefined) {
          throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `unknown tool "${params.name}"`);
        }
        if (!('question' in result)) return { ...result };
        return sdk.inputRequired({
          inputRequests: { [answerKey]: sdk.inputRequired.elicit(formFor(result.question)) },
          requestState: await codec.mint(result.pending, context),
        });
      },
    );
    return server;
  };

  const isMessage = (value: unknown): boolean => {
    try {
      sdk.parseJSONRPCMessage(value);
      return true;
    } catch {
      return false;
    }
  };
  const input = onlyMessages(isMessage, (refusal) => io.stdout.write(`${JSON.stringify(refusal)}\n`));
  for (const event of ['close', 'error']) io.stdin.once(event, () => input.end());
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(create, { transport: new StdioServerTransport(input, io.stdout) });
  io.stdin.pipe(input);
  await ended;
  await handle.close();
  io.stdin.unpipe(input);
  io.stdin.pause();
};
