import type { SandboxResponse, ServiceName } from './contract.ts';
import type { Connection } from './connection.ts';
import type { FaultKind } from './faults.ts';
import { refusal } from './reply.ts';

const GARBAGE = Buffer.from('\x00\x16this is not HTTP\r\n\r\n<html>', 'latin1');

const RETRY_LATER = new Set([429, 503]);

export const applyFault = {
  status(status: number, service: ServiceName | undefined): SandboxResponse {
    const response = refusal(service, status, 'This reply was requested with --fault; nothing was done.');
    return RETRY_LATER.has(status) ? { ...response, headers: { 'retry-after': '1' } } : response;
  },
  connection(kind: Exclude<FaultKind, 'status'>, connection: Connection): void {
    switch (kind) {
      case 'reset':
        connection.reset();
        break;
      case 'hangup':
      case 'lost':
        connection.hangUp();
        break;
      case 'garbage':
        connection.hangUp(GARBAGE);
        break;
      case 'stall':
        break;
    }
  },
};
