/** Log-ins that are confirmed on another device, by a code typed at the identity provider. */
import type { Clock, CodeHolder, SandboxRequest, SandboxResponse } from '../contract.ts';
import { randomBytes } from '../random.ts';
import { page, PEOPLE } from './authorize.ts';

const LIFE = 600_000;

/** No vowels: no code is a word. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

interface Device {
  readonly until: number;
  state: CodeHolder | 'pending' | 'refused';
}

function newCode(): string {
  const letters = [...randomBytes(8)].map((byte) => LETTERS[byte % LETTERS.length] ?? '').join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

export class Devices {
  private readonly clock: Clock;
  private readonly waiting = new Map<string, Device>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  begin(): string {
    const code = newCode();
    this.waiting.set(code, { until: this.clock.now() + LIFE, state: 'pending' });
    return code;
  }

  stateOf(code: string): CodeHolder | 'pending' | 'refused' | 'expired' {
    const found = this.waiting.get(code);
    if (found === undefined || found.until <= this.clock.now()) return 'expired';
    if (found.state !== 'pending') this.waiting.delete(code);
    return found.state;
  }

  answer({ method, bytes }: SandboxRequest): SandboxResponse {
    if (method === 'GET') {
      const buttons = Object.keys(PEOPLE).map(
        (name) => `<button name="user" value="${name}">${name}</button>`,
      );
      return page(
        'Log in to the sandbox',
        '<form method="post"><label>Code from the terminal <input name="code" autocomplete="off" required></label>' +
          `<p>As whom?</p>${buttons.join('')}<button name="user" value="">Nobody: refuse</button></form>`,
      );
    }
    if (method !== 'POST') return { status: 405 };
    const form = new URLSearchParams(bytes.toString());
    const found = this.waiting.get((form.get('code') ?? '').trim().toUpperCase());
    if (found?.state !== 'pending' || found.until <= this.clock.now())
      return page('The code is not known', '<p>It may have expired.</p>', 400);
    const name = form.get('user') ?? '';
    const role = PEOPLE[name];
    found.state = role === undefined ? 'refused' : { name, role };
    return page('Done', '<p>You can close this page and go back to the terminal.</p>');
  }
}
