/** The types of what a running sandbox shows. */
import type { Sandbox } from '../../src/sandbox/start.ts';

export type PrincipalName = keyof Sandbox['tokens'];
export type ServiceName = keyof Sandbox['urls'];
export type Effect = ReturnType<Sandbox['effects']['list']>[number];
export type LoggedRequest = ReturnType<Sandbox['requests']['list']>[number];
/** The body of a reply. */
export type Json = Awaited<ReturnType<Sandbox['ask']>>['body'];
