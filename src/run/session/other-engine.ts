/** Engines share paths, so a write below another engine's mount would replace its objects, and a list show them. */
import { Exit, TrivetError } from '../../system/error.ts';
import type { Operation, Read } from '../../catalogue/operation.ts';
import { pathFromRoot } from '../../catalogue/storage-path.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { memoize } from '../../system/values/memoize.ts';
import { loadService } from '../../services/index.ts';
import type { MountedEngine, ServiceCode } from '../../services/service.ts';
import type { Call, ServerOfCall } from '../../services/call.ts';
import type { Outcome } from './outcome.ts';

const found = memoize<ServerOfCall, Map<string, Promise<Outcome | undefined>>>(() => new Map());

const engineAt = (operation: Operation, mount: string, engines: MountedEngine): string | undefined => {
  if (operation.effect !== 'read') return engines.engineOf(operation);
  const [owner, named] = [engines.ownerOf(operation), engines.namedLike(mount)];
  return named === owner || named === undefined ? undefined : owner;
};

/** Looks at each mount once. @param look undefined if the server does not report engines */
export const refuseOtherEngine = async (
  { server, input, operation }: Call,
  namespace: string | undefined,
  look: (show: Read, input: InputRecord) => Promise<Outcome | undefined>,
): Promise<void> => {
  const { mounted: engines }: ServiceCode = await loadService(operation.service);
  const { mount } = input;
  if (engines === undefined || typeof mount !== 'string') return;
  const { show, otherThan } = engines;
  const engine = engineAt(operation, mount, engines);
  if (engine === undefined) return;
  const known = found(server);
  const key = pathFromRoot(namespace, mount);
  const looking = known.get(key) ?? look(show, { mount });
  known.set(key, looking);
  const outcome = await looking;
  const other = outcome && otherThan(engine, outcome.document);
  if (other === undefined) return;
  throw new TrivetError(
    'not-the-api',
    Exit.unreachable,
    `the mount ${mount} has the engine ${other}, not ${engine}`,
    {
      effect: 'not-sent',
      hint: `Name a mount of the engine ${engine} with --mount.`,
    },
  );
};
