/** The two messages of the demonstration state: one to see after login, one before. */
import type { MessageStore } from './store.ts';

const DAY = 86_400_000;

function encode(text: string): string {
  return Buffer.from(text).toString('base64');
}

export function addDemoMessages(store: MessageStore, now: number): void {
  const midnight = Math.floor(now / DAY) * DAY;
  store.add('', {
    title: 'Maintenance on Sunday',
    authenticated: true,
    type: 'banner',
    message: encode('The service restarts on Sunday between 02:00 and 03:00 UTC.'),
    link: { Status: 'https://status.example.com' },
    options: undefined,
    start: midnight - DAY,
    end: midnight + 7 * DAY,
  });
  store.add('', {
    title: 'Welcome',
    authenticated: false,
    type: 'modal',
    message: encode('Log in with your company account.'),
    link: undefined,
    options: undefined,
    start: midnight - 30 * DAY,
    end: undefined,
  });
}
