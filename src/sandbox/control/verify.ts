import type { Json } from '../contract.ts';
import type { LoggedRequest } from '../request-log.ts';
import { isObject } from './body.ts';

/** Arrays are compared as a whole. */
function includes(sent: Json | undefined, wanted: Json): boolean {
  if (isObject(wanted)) {
    return isObject(sent) && Object.entries(wanted).every(([name, value]) => includes(sent[name], value));
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(sent) &&
      sent.length === wanted.length &&
      wanted.every((value: Json, index) => includes(sent[index] as Json, value))
    );
  }
  return sent === wanted;
}

/** `*` also matches slashes. */
function fitsGlob(text: string, glob: string): boolean {
  const [first = '', ...others] = glob.split('*');
  if (others.length === 0) return text === glob;
  const last = others.pop() ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let rest = text.slice(first.length, text.length - last.length);
  for (const part of others) {
    const at = rest.indexOf(part);
    if (at === -1) return false;
    rest = rest.slice(at + part.length);
  }
  return true;
}

function bodyOf({ body }: LoggedRequest): Json {
  try {
    return JSON.parse(body.toString()) as Json;
  } catch {
    return body.toString();
  }
}

const textsOf = (value: Json | undefined): readonly (readonly [string, Json])[] =>
  isObject(value) ? Object.entries(value) : [];

/** The parts that differ. */
export function judge(wanted: { readonly [key: string]: Json }, sent: LoggedRequest): readonly string[] {
  const { method, path, query, headers, body, status } = wanted;
  const parameters = new URLSearchParams(sent.query);
  const missed: string[] = [];
  if (method !== undefined && method !== sent.method) missed.push('method');
  if (typeof path === 'string' && !fitsGlob(sent.path, path)) missed.push('path');
  for (const [name, value] of textsOf(query))
    if (parameters.get(name) !== value) missed.push(`query ${name}`);
  for (const [name, value] of textsOf(headers)) {
    if (sent.headers[name.toLowerCase()] !== value) missed.push(`header ${name}`);
  }
  if (body !== undefined && !includes(bodyOf(sent), body)) missed.push('body');
  if (status !== undefined && status !== (sent.status ?? null)) missed.push('status');
  return missed;
}
