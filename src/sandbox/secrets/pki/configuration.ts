/** config/crl and config/urls return nothing until first written (test/seeds/2-secrets.md, section 2.2). */
import type { EngineReply, EngineRequest } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { asBoolean, asList, asText, parseDuration } from '../coerce.ts';
import { nothingThere } from '../routes.ts';
import type { Urls } from './extensions.ts';
import { unrecognized } from './parameters.ts';
import { hasSigner, rebuildList } from './revocation.ts';
import type { PkiState, RevocationListConfig } from './state.ts';
import { DEFAULT_LIST_CONFIG } from './state.ts';

export function showListConfig(state: PkiState): EngineReply {
  if (state.listConfig === undefined) throw nothingThere();
  return { data: { ...state.listConfig } };
}

function readExpiry(text: string): string {
  let seconds: number;
  try {
    seconds = parseDuration(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'invalid duration';
    throw new EngineError(400, `given expiry could not be decoded: ${reason}`);
  }
  if (seconds <= 0) throw new EngineError(400, 'expiry must be greater than zero');
  return text;
}

/** As OpenBao has it (https://openbao.org/api-docs/secret/pki/#set-revocation-configuration). */
function readAutoRebuild({ input }: EngineRequest, before: RevocationListConfig, expiry: string) {
  const auto_rebuild = asBoolean(input, 'auto_rebuild', before.auto_rebuild ?? false);
  const auto_rebuild_grace_period = readExpiry(
    asText(input, 'auto_rebuild_grace_period', before.auto_rebuild_grace_period ?? '12h'),
  );
  if (auto_rebuild && parseDuration(auto_rebuild_grace_period) >= parseDuration(expiry)) {
    const reason =
      `CRL auto-rebuilding grace period (${auto_rebuild_grace_period}) must be strictly shorter than CRL expiry ` +
      `(${expiry}) value when auto-rebuilding of CRLs is enabled`;
    throw new EngineError(400, reason);
  }
  return { auto_rebuild, auto_rebuild_grace_period };
}

/**
 * Signs a new list: empty while disabled, complete once enabled. With periodic rebuilds, only a change of `disable`
 * signs one.
 */
export function writeListConfig(state: PkiState, request: EngineRequest): EngineReply {
  const before = state.listConfig ?? DEFAULT_LIST_CONFIG;
  const expiry = readExpiry(asText(request.input, 'expiry', before.expiry));
  const config: RevocationListConfig = {
    expiry,
    disable: asBoolean(request.input, 'disable', before.disable),
    ...(state.context.product === undefined ? {} : readAutoRebuild(request, before, expiry)),
  };
  state.listConfig = config;
  const isPeriodic = config.auto_rebuild === true && config.disable === before.disable;
  if (hasSigner(state) && !isPeriodic) rebuildList(state);
  state.record(request, 'crl.configured');
  return { data: { ...config }, warnings: unrecognized(request.input, Object.keys(config)) };
}

/** A GET that changes something. */
export function rotateList(state: PkiState, request: EngineRequest): EngineReply {
  if (hasSigner(state)) {
    rebuildList(state);
    state.record(request, 'crl.rotated');
  }
  return { data: { success: true } };
}

function viewUrls(urls: Urls): EngineReply {
  return {
    data: {
      issuing_certificates: [...urls.issuing_certificates],
      crl_distribution_points: [...urls.crl_distribution_points],
      ocsp_servers: [...urls.ocsp_servers],
    },
  };
}

export function showUrls(state: PkiState): EngineReply {
  if (state.urls === undefined) throw nothingThere();
  return viewUrls(state.urls);
}

/** A blank value removes it. */
export function writeUrls(state: PkiState, request: EngineRequest): EngineReply {
  const before = state.configuredUrls();
  const read = (name: keyof Urls): readonly string[] => {
    const urls = asList(request.input, name, before[name]);
    const wrong = urls.find((url) => !URL.canParse(url));
    if (wrong === undefined) return urls;
    throw new EngineError(
      400,
      `invalid URL found in Authority Information Access (AIA) parameter ${name}: ${wrong}`,
    );
  };
  state.urls = {
    issuing_certificates: read('issuing_certificates'),
    crl_distribution_points: read('crl_distribution_points'),
    ocsp_servers: read('ocsp_servers'),
  };
  state.record(request, 'urls.configured');
  return { ...viewUrls(state.urls), warnings: unrecognized(request.input, Object.keys(state.urls)) };
}
