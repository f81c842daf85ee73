import type { MessageStore } from './store.ts';

const DAY = 86_400_000;

function encode(text: string): string {
  return Buffer.from(text).toString('base64');
}

export function addDemoMessages(store: MessageStore, now: number): void {
  const midnight = Math.floor(now / DAY) * DAY;
  store.add(
    {
      title: 'Maintenance on Sunday',
      authenticated: true,
      type: 'banner',
      message: encode('The service restarts on Sunday between 02:00 and 03:00 UTC.'),
      link: { Status: 'https://status.example.com' },
      options: undefined,
      start: midnight - DAY,
      end: midnight + 7 * DAY,
    },
    '2cf8a4bd-4ec5-4f0d-9d0c-4f5a3c1b2a10',
  );
  store.add(
    {
      title: 'Welcome',
      authenticated: false,
      type: 'modal',
      message: encode('Log in with your company account.'),
      link: undefined,
      options: undefined,
      start: midnight - 30 * DAY,
      end: undefined,
    },
    '7d1f0c3e-52b8-4a6f-9e41-0b8c6d2e9f35',
  );
}
