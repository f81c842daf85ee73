/**
 * Runs an action over a WebSocket. Only its exit frame has the exit code, so any other end leaves the result
 * unknown. trivet's own failures exit 125.
 */
import { permissionOf } from '../../../../catalogue/permission.ts';
import type { HttpResponse } from '../../../../catalogue/http.ts';
import { TransportError } from '../../../../catalogue/http.ts';
import type { OpenSocket } from '../../../../http/socket/socket.ts';
import type { Sink } from '../../../../output/formats/options.ts';
import { safe } from '../../../../output/text/safe.ts';
import { mapBounded } from '../../../../run/lists/bounded.ts';
import type { CallOptions } from '../../../../run/session/session.ts';
import { RequestShown } from '../../../../run/session/session.ts';
import type { OperationContext } from '../../../../run/single/workflow.ts';
import type { Call } from '../../../../services/call.ts';
import { lookUpOf } from '../../../../services/call.ts';
import { replyFailure } from '../../../../services/outcome.ts';
import { Exit, TrivetError, usageError } from '../../../../system/error.ts';
import { atMost, limits } from '../../../../system/limits.ts';
import { createSink } from '../../../../system/output.ts';
import type { action } from '../../operations/action.ts';
import type { ActionPlace } from './action-choice.ts';
import { placeOfAction, placesOfAction } from './action-choice.ts';
import { readFrame, tokenFrame } from './action-frames.ts';
import { passInput } from './action-input.ts';
import { HandshakeError, openSocket } from '../../../../http/socket/socket.ts';

interface TextSink {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

export const rawSink = (sink: Sink): TextSink => ({
  write: (bytes) => sink(bytes),
  end: () => Promise.resolve(),
});

export const safeSink = (sink: Sink): TextSink => {
  const decoder = new TextDecoder();
  let held = '';
  const pass = async (text: string): Promise<void> => {
    const whole = held + text;
    held = whole.endsWith('\r') ? '\r' : '';
    const shown = safe(whole.slice(0, whole.length - held.length).replaceAll('\r\n', '\n'), {
      multiline: true,
    });
    if (shown !== '') await sink(shown);
  };
  return {
    write: (bytes) => pass(decoder.decode(bytes, { stream: true })),
    end: async () => {
      await pass(decoder.decode());
      if (held !== '') await sink(safe(held));
      held = '';
    },
  };
};

const prefixedLines = (prefix: string, to: TextSink): TextSink => {
  const decoder = new TextDecoder();
  let held = '';
  const pass = async (text: string): Promise<void> => {
    const lines = (held + text).split('\n');
    held = lines.pop() ?? '';
    if (lines.length > 0) await to.write(Buffer.from(lines.map((line) => `${prefix}${line}\n`).join('')));
  };
  return {
    write: (bytes) => pass(decoder.decode(bytes, { stream: true })),
    end: async () => {
      await pass(decoder.decode());
      if (held !== '') await pass('\n');
      await to.end();
    },
  };
};

/** `action-choice.ts` finds missing IDs. */
type ActionContext = OperationContext<
  typeof action,
  {
    readonly alloc_id?: string | undefined;
    readonly task?: string | undefined;
    readonly stdin?: boolean | undefined;
    readonly 'every-allocation'?: boolean | undefined;
  }
>;

/** The text decides, since upgrades always succeed and close codes are ambiguous. */
const refusal = (reason: string, permission: string | undefined): TrivetError => {
  const denied = /permission denied|token/i.test(reason);
  const missing = /not found|unknown allocation|lookup failed|does not have/i.test(reason);
  const code = denied ? 'denied' : missing ? 'not-found' : 'refused';
  return new TrivetError(code, Exit.own, `the action was refused or cut off: ${reason}`, {
    effect: denied || missing ? 'unchanged' : 'unknown',
    server: reason,
    hint: denied ? `It needs: ${permission ?? 'more permissions'}.` : undefined,
  });
};

const unknownResult = (why: string, call: Call<CallOptions>): TrivetError =>
  new TrivetError('unknown-outcome', Exit.own, `${why}: the result of the action is unknown`, {
    effect: 'unknown',
    lookUp: lookUpOf(call),
    hint: 'The action might still be running.',
  });

const open = async (
  context: ActionContext,
  call: Call<CallOptions>,
  signal: AbortSignal,
  handshake: boolean,
): Promise<OpenSocket> => {
  const { session } = context;
  const { request, server } = call;
  const headers = { ...request.headers };
  if (handshake) delete headers[server.product.tokenHeader];
  try {
    const { path, query } = request;
    const { timeout } = session.globals;
    return await openSocket({
      target: session.destination(call),
      path,
      query,
      headers,
      signal,
      // `--timeout` also ends the action; opening has its own limit.
      ...(timeout === undefined ? {} : { handshakeTimeoutMs: atMost(limits.probe, timeout) }),
    });
  } catch (error) {
    if (error instanceof HandshakeError) {
      const response: HttpResponse = { status: error.status, headers: error.headers, body: error.body };
      // A gateway may fail after the server began.
      if (!handshake && error.status >= 500) {
        const failed = replyFailure(call, response, false);
        throw failed.effect === 'unknown'
          ? unknownResult(failed.message, call)
          : failed.with({ exit: Exit.own });
      }
      // Without an upgrade nothing ran.
      const asRead = { ...call, operation: { ...call.operation, effect: 'read' as const } };
      const said = error.status < 300 ? error : replyFailure(asRead, response, false);
      const details = said instanceof TrivetError ? said.details : { status: error.status };
      const code = said instanceof TrivetError ? said.code : 'not-the-api';
      throw new TrivetError(code, Exit.own, said.message, { ...details, effect: 'unchanged' });
    }
    if (!(error instanceof TransportError)) throw error;
    // The token was sent with the upgrade, so the action may run.
    if (!handshake && error.phase !== 'not-sent') throw unknownResult(error.message, call);
    throw new TrivetError('unreachable', Exit.own, error.message, {
      effect: error.phase === 'not-sent' ? 'not-sent' : 'unchanged',
      hint: error.hint,
    });
  }
};

const follow = async (
  context: ActionContext,
  call: Call<CallOptions>,
  socket: OpenSocket,
  prefix: string,
): Promise<number> => {
  const { session, presenter, operation, input } = context;
  const { io, globals } = session;
  // With --tty the action controls the terminal; otherwise its output is escaped.
  const formatted = (sink: Sink, terminal: boolean): TextSink => {
    const plain = terminal && input.tty !== true ? safeSink(sink) : rawSink(sink);
    return prefix === '' ? plain : prefixedLines(prefix, plain);
  };
  const stdout = formatted(
    (chunk) => presenter.write(chunk),
    io.stdout.isTTY === true && globals.out === undefined,
  );
  const errors = createSink(io.stderr, 'standard error');
  const stderr = formatted((chunk) => errors.write(chunk), io.stderr.isTTY === true);
  try {
    for await (const frame of socket.frames) {
      const read = readFrame(frame);
      // A fast action must not fill the memory.
      if (read.kind === 'stdout') await stdout.write(read.bytes);
      else if (read.kind === 'stderr') await stderr.write(read.bytes);
      else if (read.kind === 'exit') {
        await stdout.end();
        await stderr.end();
        if (read.code === undefined) throw unknownResult(`the action exited with ${read.said}`, call);
        await flushed(context, read.code);
        return read.code;
      }
    }
  } catch (error) {
    if (error instanceof TransportError) throw unknownResult(error.message, call);
    // Such an error says nothing about the action itself.
    if (error instanceof TrivetError && error.effect === undefined) {
      throw error.with({ details: { effect: 'unknown', lookUp: lookUpOf(call) } });
    }
    throw error;
  }
  const reason = socket.closeInfo()?.reason ?? '';
  throw reason === ''
    ? unknownResult('the connection ended without an exit code', call)
    : refusal(reason, permissionOf(operation));
};

const flushed = async ({ presenter, session }: ActionContext, code: number): Promise<void> => {
  try {
    await presenter.finish();
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    throw error.with({
      exit: Exit.own,
      message: `${error.message}; the action exited with ${code}`,
      details: { effect: 'done' },
    });
  }
  if (code === Exit.own) session.reporter.note(`the action exited with ${code}`);
};

const runIn = async (context: ActionContext, place: ActionPlace, prefix: string): Promise<number> => {
  const { session, operation, input, options } = context;
  const filled = { ...input, alloc_id: place.allocation, task: place.task };
  const call = await session.prepare(operation, filled, options);
  const recorded = await session.record(call);
  try {
    const code = await exchange(context, call, prefix);
    await recorded.done({ items: [], product: call.server.product });
    return code;
  } catch (error) {
    recorded.failed(error instanceof TrivetError ? error : undefined);
    throw error;
  }
};

const exchange = async (context: ActionContext, call: Call<CallOptions>, prefix: string): Promise<number> => {
  const { session, input } = context;
  const { io, globals } = session;
  const handshake = input.ws_handshake === true;
  const signal =
    globals.timeout === undefined
      ? session.signal
      : AbortSignal.any([session.signal, AbortSignal.timeout(globals.timeout)]);
  const socket = await open(context, call, signal, handshake);
  let stop: (() => void) | undefined;
  try {
    if (handshake) await socket.send(tokenFrame((await call.server.endpoint.token())?.value ?? ''));
    const tty = input.tty === true;
    const piped = io.stdin.isTTY !== true;
    stop = passInput({
      io,
      tty,
      pass: prefix === '' && (input.stdin ?? (tty || piped)),
      send: (frame) => socket.send(frame),
    });
    return await follow(context, call, socket, prefix);
  } finally {
    stop?.();
    await socket.close();
  }
};

const width = 10;

const runEverywhere = async (context: ActionContext, places: readonly ActionPlace[]): Promise<number> => {
  const { session } = context;
  const codes = await mapBounded(places, width, async (place) => {
    const name = place.allocation.slice(0, 8);
    try {
      return await runIn(context, place, `${name} `);
    } catch (error) {
      if (error instanceof RequestShown || !(error instanceof TrivetError)) throw error;
      session.reporter.fault(`${name}: ${error.message}`, error.details.server);
      return Exit.own;
    }
  });
  return Math.max(...codes);
};

const run = async (context: ActionContext): Promise<number> => {
  const { session, input } = context;
  const wanted = {
    job: input.job_id,
    action: input.action,
    allocation: input.alloc_id,
    task: input.task,
  };
  if (input['every-allocation'] !== true) return runIn(context, await placeOfAction(session, wanted), '');
  const other = input.tty === true ? '--tty' : input.stdin === true ? '--stdin' : undefined;
  if (other !== undefined) throw usageError(`--every-allocation and ${other} cannot be given together`);
  return runEverywhere(context, await placesOfAction(session, wanted));
};

export default async (context: ActionContext): Promise<number> => {
  if (context.session.globals.curl)
    throw usageError('curl cannot run an action, which uses a WebSocket', 'See the request with --dry-run.');
  try {
    return await run(context);
  } catch (error) {
    if (error instanceof RequestShown || !(error instanceof TrivetError)) throw error;
    throw error.with({ exit: Exit.own });
  }
};
