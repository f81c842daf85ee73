import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { SandboxResponse, ServiceName } from './contract.ts';

const MEDIA_TYPES: Readonly<Record<ServiceName, string>> = {
  workspaces: 'application/vnd.api+json',
  secrets: 'application/json',
  jobs: 'application/json',
};

export function refusal(service: ServiceName | undefined, status: number, detail: string): SandboxResponse {
  const title = (STATUS_CODES[status] ?? 'error').toLowerCase();
  if (service === 'workspaces')
    return { status, body: { errors: [{ status: String(status), title, detail }] } };
  if (service === 'jobs') return { status, body: detail, type: 'text/plain; charset=utf-8' };
  return { status, body: { errors: [detail] } };
}

export function encodeReply(
  response: SandboxResponse,
  service: ServiceName | undefined,
): { readonly headers: Record<string, string>; readonly bytes: Buffer | undefined } {
  const { body } = response;
  const headers: Record<string, string> = {};
  let bytes: Buffer | undefined;
  if (Buffer.isBuffer(body)) {
    bytes = body;
    headers['content-type'] = response.type ?? 'application/octet-stream';
  } else if (typeof body === 'string') {
    bytes = Buffer.from(body);
    headers['content-type'] = response.type ?? 'text/plain; charset=utf-8';
  } else if (body !== undefined) {
    bytes = Buffer.from(JSON.stringify(body));
    headers['content-type'] =
      response.type ?? (service === undefined ? 'application/json' : MEDIA_TYPES[service]);
  }
  if (bytes !== undefined) headers['content-length'] = String(bytes.length);
  else if (response.status !== 204 && response.status !== 304) headers['content-length'] = '0';
  return { headers: { ...headers, ...response.headers }, bytes };
}

function writeStream(
  output: ServerResponse,
  response: SandboxResponse,
  start: NonNullable<SandboxResponse['stream']>,
): void {
  output.writeHead(response.status, {
    'content-type': response.type ?? 'application/json',
    ...response.headers,
  });
  output.flushHeaders();
  let isOpen = true;
  const stop = start({
    write(piece) {
      if (isOpen) output.write(piece);
    },
    end() {
      if (isOpen) output.end();
      isOpen = false;
    },
  });
  output.once('close', () => {
    isOpen = false;
    stop();
  });
}

export function writeReply(
  output: ServerResponse,
  response: SandboxResponse,
  service: ServiceName | undefined,
): void {
  if (response.stream !== undefined) {
    writeStream(output, response, response.stream);
    return;
  }
  const { headers, bytes } = encodeReply(response, service);
  output.writeHead(response.status, headers);
  output.end(bytes);
}
