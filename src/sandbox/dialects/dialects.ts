/** Products that the sandbox can imitate; by default it follows the documents. */
import type { SandboxRequest, SandboxResponse, ServiceName } from '../contract.ts';

export interface Dialect {
  readonly name: string;
  readonly product: string;
  /** The request in documented terms, or a reply if the product lacks it. */
  receive(request: SandboxRequest): SandboxRequest | SandboxResponse;
  reply(request: SandboxRequest, response: SandboxResponse): SandboxResponse;
}

export type Dialects = Readonly<Partial<Record<ServiceName, Dialect>>>;

export function isReply(value: SandboxRequest | SandboxResponse): value is SandboxResponse {
  return 'status' in value;
}
