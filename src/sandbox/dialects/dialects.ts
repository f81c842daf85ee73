/** The products that the sandbox can speak like; without one, it speaks as the documents do. */
import type { SandboxRequest, SandboxResponse, ServiceName } from '../contract.ts';

/** How a product differs from the documents, for one service. */
export interface Dialect {
  /** As a user names it, with its version. */
  readonly name: string;
  /** Without its version. */
  readonly product: string;
  /** Returns the request in the documents' terms, or the reply where the product has none of that. */
  receive(request: SandboxRequest): SandboxRequest | SandboxResponse;
  /** Returns the reply in the product's terms. */
  reply(request: SandboxRequest, response: SandboxResponse): SandboxResponse;
}

export type Dialects = Readonly<Partial<Record<ServiceName, Dialect>>>;

export function isReply(value: SandboxRequest | SandboxResponse): value is SandboxResponse {
  return 'status' in value;
}
