/** test/seeds/2-secrets.md, sections 2.2 and 4.2. */
import type { Engine, EngineFactory } from '../engine.ts';
import type { Routes } from '../routes.ts';
import { dispatch, keysReply } from '../routes.ts';
import { signIntermediate, signSelfIssued } from './authority-signing.ts';
import { rotateList, showListConfig, showUrls, writeListConfig, writeUrls } from './configuration.ts';
import { addDemoState } from './demo.ts';
import { generateIntermediate, importAuthority, setSigned } from './intermediates.ts';
import { issue, signRequest } from './issue.ts';
import {
  listCertificates,
  listIssuers,
  showDefaultIssuer,
  showIssuer,
  showIssuerCertificate,
} from './listing.ts';
import { downloadCertificate, readAuthority, readChain, readList, showCertificate } from './reading.ts';
import { revoke } from './revocation.ts';
import { deleteRole, patchRole, showRole, writeRole } from './roles.ts';
import { deleteIssuer, deleteRoot, generateRoot } from './roots.ts';
import { PkiState } from './state.ts';
import { viewTidy } from './tidy-status.ts';
import { startTidy } from './tidy.ts';
import { signVerbatim } from './verbatim.ts';

/** No token needed: certificates, and the list of issuers. */
const OPEN = /^(?:ca(?:\/pem)?|ca_chain|crl(?:\/pem)?|cert\/[^/]+(?:\/raw(?:\/pem)?)?|issuer\/[^/]+\/json)$/;

function routesOf(state: PkiState): Routes {
  return {
    ca: { GET: () => readAuthority(state, false) },
    'ca/pem': { GET: () => readAuthority(state, true) },
    ca_chain: { GET: () => readChain(state) },
    crl: { GET: () => readList(state, false) },
    'crl/pem': { GET: () => readList(state, true) },
    'crl/rotate': { GET: ({ request }) => rotateList(state, request) },
    'cert/:serial': { GET: ({ param }) => showCertificate(state, param('serial')) },
    'cert/:serial/raw': { GET: ({ param }) => downloadCertificate(state, param('serial'), false) },
    'cert/:serial/raw/pem': { GET: ({ param }) => downloadCertificate(state, param('serial'), true) },
    certs: { LIST: () => keysReply(state.stored.keys()) },
    'certs/detailed': { LIST: () => listCertificates(state) },
    'certs/revoked': { LIST: () => keysReply(state.revoked.keys()) },
    issuers: { LIST: () => listIssuers(state) },
    // Paths of servers with several issuers; here one of them has a key.
    'issuers/generate/root/:type': {
      POST: ({ request, param }) => generateRoot(state, request, param('type')),
    },
    'issuers/generate/intermediate/:type': {
      POST: ({ request, param }) => generateIntermediate(state, request, param('type')),
    },
    'issuer/:reference': {
      GET: ({ param }) => showIssuer(state, param('reference')),
      DELETE: ({ request, param }) => deleteIssuer(state, request, param('reference')),
    },
    'issuer/:reference/json': { GET: ({ param }) => showIssuerCertificate(state, param('reference')) },
    'config/issuers': { GET: () => showDefaultIssuer(state) },
    'config/ca': { POST: ({ request }) => importAuthority(state, request) },
    'config/crl': {
      GET: () => showListConfig(state),
      POST: ({ request }) => writeListConfig(state, request),
    },
    'config/urls': { GET: () => showUrls(state), POST: ({ request }) => writeUrls(state, request) },
    'intermediate/generate/:type': {
      POST: ({ request, param }) => generateIntermediate(state, request, param('type')),
    },
    'intermediate/set-signed': { POST: ({ request }) => setSigned(state, request) },
    'issue/:name': { POST: ({ request, param }) => issue(state, request, param('name')) },
    revoke: { POST: ({ request }) => revoke(state, request) },
    roles: { LIST: () => keysReply(state.roles.keys()) },
    'roles/:name': {
      GET: ({ param }) => showRole(state, param('name')),
      POST: ({ request, param }) => writeRole(state, request, param('name')),
      PATCH: ({ request, param }) => patchRole(state, request, param('name')),
      DELETE: ({ request, param }) => deleteRole(state, request, param('name')),
    },
    root: { DELETE: ({ request }) => deleteRoot(state, request) },
    'root/generate/:type': {
      POST: ({ request, param }) => generateRoot(state, request, param('type')),
    },
    'root/sign-intermediate': { POST: ({ request }) => signIntermediate(state, request) },
    'root/sign-self-issued': { POST: ({ request }) => signSelfIssued(state, request) },
    'sign/:name': { POST: ({ request, param }) => signRequest(state, request, param('name')) },
    'sign-verbatim': { POST: ({ request }) => signVerbatim(state, request, '') },
    'sign-verbatim/:name': {
      POST: ({ request, param }) => signVerbatim(state, request, param('name')),
    },
    tidy: { POST: ({ request }) => startTidy(state, request) },
    'tidy-status': { GET: () => ({ data: viewTidy(state.tidy) }) },
  };
}

export const createEngine: EngineFactory = async (context): Promise<Engine> => {
  const state = new PkiState(context);
  if (!context.empty) await addDemoState(state);
  const routes = routesOf(state);
  return {
    routes,
    state,
    unauthenticated: ({ method, segments }) => {
      const path = segments.join('/');
      return method === 'GET' ? OPEN.test(path) : method === 'LIST' && path === 'issuers';
    },
    handle: (request) => dispatch(routes, request),
    close: () => state.stopTidy(),
  };
};
