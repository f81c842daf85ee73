import { Buffer } from 'node:buffer';
import type { Json, SandboxRequest, SandboxResponse } from '../contract.ts';
import type { DialectData, JsonObject, ProductVersion } from './data.ts';
import { isObject } from './data.ts';
import type { Dialect } from './dialects.ts';

interface Ruled {
  readonly method?: RegExp;
  readonly path: RegExp;
  readonly when?: (version: ProductVersion) => boolean;
}

function parsed(body: SandboxResponse['body']): Json | undefined {
  if (!Buffer.isBuffer(body)) return body;
  try {
    return JSON.parse(body.toString()) as Json;
  } catch {
    return undefined;
  }
}

function textOf(body: SandboxResponse['body']): string {
  return Buffer.isBuffer(body) || typeof body === 'string' ? body.toString() : JSON.stringify(body ?? '');
}

export function createDialect(data: DialectData, version: ProductVersion): Dialect {
  const matches = (rule: Ruled, { method, path }: SandboxRequest): boolean =>
    rule.path.test(path) && (rule.method?.test(method) ?? true) && (rule.when?.(version) ?? true);
  const headers = data.headers(version);
  const edition = version.enterprise ? '+ent' : '';

  function changedRequest(request: SandboxRequest): SandboxRequest {
    const changes = data.requests.filter((rule) => matches(rule, request));
    if (changes.length === 0 || request.bytes.length === 0) return request;
    const body = parsed(request.bytes);
    if (!isObject(body)) return request;
    const after = changes.reduce<JsonObject>((now, { change }) => change(now, version), body);
    return after === body ? request : { ...request, bytes: Buffer.from(JSON.stringify(after)) };
  }

  function changedReply(request: SandboxRequest, response: SandboxResponse): SandboxResponse {
    const corrected = data.corrections.find(
      (rule) =>
        rule.status === response.status &&
        matches(rule, request) &&
        (rule.text?.test(textOf(response.body)) ?? true),
    );
    if (corrected !== undefined) return corrected.reply(response.body);
    if (response.status >= 400) return response;
    const changes = data.replies.filter((rule) => matches(rule, request));
    if (changes.length === 0) return response;
    const body = parsed(response.body);
    if (!isObject(body)) return response;
    return { ...response, body: changes.reduce<JsonObject>((now, { change }) => change(now, version), body) };
  }

  return {
    name: `${data.product}${version.version === '' ? '' : `@${version.version}${edition}`}`,
    product: data.product,
    receive(request) {
      const answer = data.answers.find((rule) => matches(rule, request));
      if (answer === undefined) return changedRequest(request);
      const fixed = answer.reply(version);
      return { ...fixed, matched: fixed.status < 400 };
    },
    reply(request, response) {
      const answer = data.answers.find((rule) => matches(rule, request));
      if (answer?.bare === true) return response;
      const reply = answer === undefined ? changedReply(request, response) : response;
      return {
        ...reply,
        ...(response.matched === undefined ? {} : { matched: response.matched }),
        headers: { ...headers, ...response.headers, ...reply.headers },
      };
    },
  };
}
