/** TOTP, RFC 6238. */
import { createHmac } from 'node:crypto';
import type { Clock } from '../../contract.ts';
import { EngineError } from '../engine.ts';
import { randomUUID } from '../../random.ts';
import type { TokenRequest } from '../tokens/store.ts';

const STEP = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function keyOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function passcode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 0x0f;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

interface Waiting {
  readonly secret: string;
  readonly request: TokenRequest;
}

/** The only method. */
const ENFORCEMENT = 'people';

export class Passcodes {
  private readonly clock: Clock;
  readonly method = randomUUID();
  private readonly waiting = new Map<string, Waiting>();
  private readonly used = new Set<string>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  require(secret: string, request: TokenRequest) {
    const id = randomUUID();
    this.waiting.set(id, { secret, request });
    const any = [{ type: 'totp', id: this.method, uses_passcode: true }];
    return { mfa_request_id: id, mfa_constraints: { [ENFORCEMENT]: { any } } };
  }

  /** A wrong passcode leaves the log-in open. */
  complete(id: string, given: string | undefined): TokenRequest {
    const one = this.waiting.get(id);
    if (one === undefined) throw new EngineError(400, 'invalid request ID');
    if (given === undefined) {
      throw new EngineError(
        403,
        `failed to satisfy enforcement ${ENFORCEMENT}. error: failed to sanitize MFA creds, 1 error occurred:\n\t* failed to find MFA credentials associated with an MFA method ID ${this.method}, method name \n\n`,
      );
    }
    const now = Math.floor(this.clock.now() / STEP);
    const step = [now, now - 1, now + 1].find((each) => passcode(keyOf(one.secret), each) === given);
    const mark = `${one.secret} ${step}`;
    if (step === undefined || this.used.has(mark)) {
      throw new EngineError(
        403,
        `failed to satisfy enforcement ${ENFORCEMENT}. error: 2 errors occurred:\n\t* MFA credentials not supplied or incorrect\n\t* login MFA validation failed for methodID: [${this.method}]\n\n`,
      );
    }
    this.used.add(mark);
    this.waiting.delete(id);
    return one.request;
  }
}
