import type { EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { asBoolean, asSeconds } from '../coerce.ts';
import type { Certificate } from './certificate.ts';
import { revocationsChanged } from './revocation.ts';
import type { PkiState } from './state.ts';
import type { TidySettings } from './tidy-status.ts';

const DEFAULT_BUFFER = 72 * 3600;
const STEPS = 5;
const STEP_MILLISECONDS = 300;

function isOver(state: PkiState, certificate: Certificate, settings: TidySettings): boolean {
  return state.now() > certificate.notAfter + settings.safetyBuffer * 1000;
}

function* visit(
  state: PkiState,
  serials: readonly string[],
  progress: (position: number) => string,
  check: (serial: string) => void,
): Generator<undefined> {
  const batch = Math.max(1, Math.ceil(serials.length / STEPS));
  for (const [index, serial] of serials.entries()) {
    state.tidy = { ...state.tidy, message: progress(index + 1) };
    check(serial);
    if ((index + 1) % batch === 0) yield;
  }
}

function* work(state: PkiState, settings: TidySettings): Generator<undefined> {
  if (settings.certificates) {
    const serials = [...state.stored.keys()];
    const text = (at: number): string =>
      `Tidying certificate store: checking entry ${at} of ${serials.length}`;
    yield* visit(state, serials, text, (serial) => {
      const stored = state.stored.get(serial);
      if (stored === undefined || !isOver(state, stored.certificate, settings)) return;
      state.stored.delete(serial);
      state.tidy = { ...state.tidy, certificatesDeleted: (state.tidy.certificatesDeleted ?? 0) + 1 };
    });
  }
  if (settings.revocations) {
    const serials = [...state.revoked.keys()];
    const text = (at: number): string =>
      `Tidying revoked certificates: checking certificate ${at} of ${serials.length}`;
    yield* visit(state, serials, text, (serial) => {
      const revocation = state.revoked.get(serial);
      if (revocation === undefined || !isOver(state, revocation.certificate, settings)) return;
      state.revoked.delete(serial);
      state.stored.delete(serial);
      state.tidy = { ...state.tidy, revocationsDeleted: (state.tidy.revocationsDeleted ?? 0) + 1 };
    });
    if ((state.tidy.revocationsDeleted ?? 0) > 0) revocationsChanged(state);
  }
}

function end(state: PkiState, request: EngineRequest, error: string | undefined): void {
  const { message: _, ...rest } = state.tidy;
  const finished = state.now();
  state.tidy =
    error === undefined
      ? { ...rest, state: 'Finished', finished }
      : { ...rest, state: 'Error', finished, error };
  state.record(request, `tidy.${error === undefined ? 'finished' : 'failed'}`);
}

export function startTidy(state: PkiState, request: EngineRequest): EngineReply {
  const { input } = request;
  const settings: TidySettings = {
    safetyBuffer: asSeconds(input, 'safety_buffer', DEFAULT_BUFFER),
    certificates: asBoolean(input, 'tidy_cert_store', false),
    revocations: asBoolean(input, 'tidy_revoked_certs', false),
  };
  if (settings.safetyBuffer <= 0) throw new EngineError(400, 'safety_buffer must be greater than zero');
  if (state.tidy.state === 'Running') {
    return { status: 200, warnings: ['Tidy operation already in progress.'] };
  }
  if (!settings.certificates && !settings.revocations) {
    return {
      status: 202,
      warnings: [
        'Manual tidy requested but no tidy operations were set. Enable at least one tidy operation to be run (tidy_cert_store / tidy_revoked_certs).',
      ],
    };
  }
  state.tidy = {
    state: 'Running',
    settings,
    started: state.now(),
    certificatesDeleted: 0,
    revocationsDeleted: 0,
  };
  state.record(request, 'tidy.started');
  const steps = work(state, settings);
  const step = (): void => {
    try {
      if (steps.next().done === true) end(state, request, undefined);
      else state.stopTidy = state.context.clock.after(STEP_MILLISECONDS, step);
    } catch (error) {
      end(state, request, error instanceof Error ? error.message : String(error));
    }
  };
  state.stopTidy = state.context.clock.after(STEP_MILLISECONDS, step);
  return { status: 202, warnings: ['Tidy operation successfully started.'] };
}
