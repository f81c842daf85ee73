/** Engines share paths, so the mount's engine decides which commands a raw request is. */
import { inputText } from '../../../catalogue/parameter.ts';
import type { Json } from '../../../documents/json/json.ts';
import type { Session } from '../../../run/session/session.ts';
import { loadService } from '../../../services/index.ts';
import type { MountedEngine, ServiceCode } from '../../../services/service.ts';
import { TrivetError } from '../../../system/error.ts';
import type { AtPath, RawRequest } from './raw-request.ts';
import { startsOnly } from './raw-request.ts';

const mountOf = async (
  session: Session,
  { show }: MountedEngine,
  paths: readonly string[],
): Promise<Json | undefined> => {
  try {
    const mount = (paths[0] ?? '').replace(/^\/+|\/+$/g, '');
    return (await session.lookUp(show, { mount }, { optional: true })).document;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return undefined;
  }
};

const enginesOf = async ({ operation: { service } }: RawRequest): Promise<MountedEngine | undefined> => {
  const { mounted }: ServiceCode = await loadService(service);
  return mounted;
};

/** Whether the mount is known to have another engine, with similar paths. */
export const isOfOther = async (session: Session, sent: RawRequest): Promise<boolean> => {
  const mounted = await enginesOf(sent);
  const engines = sent.starts.flatMap(({ operation }) => mounted?.ownerOf(operation) ?? []);
  if (mounted === undefined || engines.length === 0) return false;
  const found = await mountOf(session, mounted, sent.paths);
  return found !== undefined && engines.every((engine) => mounted.otherThan(engine, found) !== undefined);
};

/**
 * Keeps commands of the mount's engine.
 * @param unread the request if the engine is unknown: the change is unknown, or judged in its turn
 */
export const ofEngine = async (
  session: Session,
  sent: RawRequest,
  unread: 'unknown' | 'later',
): Promise<RawRequest> => {
  const { method, service } = sent.operation;
  const { dryRun, curl } = session.globals;
  // A GET changes nothing, whatever the engine.
  if (method === 'GET' || method === 'LIST' || dryRun || curl) return sent;
  const mounted = await enginesOf(sent);
  const isMounted = ({ operation }: AtPath): boolean => mounted?.ownerOf(operation) !== undefined;
  if (mounted === undefined || !sent.starts.some(isMounted)) return sent;
  // The gate explains why a read-only run sends nothing.
  if ((await session.endpoint(service)).readOnly !== undefined && sent.operation.effect !== 'read')
    return sent;
  const found = await mountOf(session, mounted, sent.paths);
  if (found === undefined && unread === 'later') return sent;
  const held = sent.starts.filter(
    (one) =>
      !isMounted(one) ||
      (found !== undefined && mounted.holds(one.operation, inputText(one.named, 'mount') ?? '', found)),
  );
  const why = found === undefined ? { why: 'The engine of its mount could not be read' } : {};
  return { ...startsOnly(sent, held), ...why };
};
