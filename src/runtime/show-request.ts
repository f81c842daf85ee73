import type { Globals } from './globals.ts';
import type { Prepared } from './session.ts';
export const showRequest = (prepared: Prepared, _globals: Globals): string => `${prepared.request.method} ${prepared.request.path}\n`;
