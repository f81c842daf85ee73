/** OTF fails if a tag is already attached (add) or not (remove), so only the difference is sent. */
import { textAt } from '../../../documents/json/json.ts';
import type { add } from '../operations/tag.ts';
import { list, remove } from '../operations/tag.ts';
import { readRows } from '../../../run/lists/list.ts';
import type { Session } from '../../../run/session/session.ts';
import { showReply } from '../../../run/single/reply.ts';
import { single } from '../../../run/single/single.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';

interface Attached {
  readonly names: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

const attachedTo = async (session: Session, id: string): Promise<Attached> => {
  const tags = await readRows(session, list, { workspace_id: id });
  return {
    names: new Set(tags.flatMap((tag) => textAt(tag, 'name') ?? [])),
    ids: new Set(tags.flatMap((tag) => textAt(tag, 'id') ?? [])),
  };
};

const kept = (
  value: readonly string[] | undefined,
  wanted: (one: string) => boolean,
): readonly string[] | undefined => {
  const left = value?.filter(wanted) ?? [];
  return left.length === 0 ? undefined : left;
};

type TagContext = OperationContext<typeof add | typeof remove>;

/** Leaves out tags without effect, which some products refuse. */
const onlyMissing = async (context: TagContext): Promise<number> => {
  const { session, presenter, operation, input, options } = context;
  const attached = await attachedTo(session, input.workspace_id);
  const present = operation.id === remove.id;
  const tags = kept(input.tags, (name) => attached.names.has(name) === present);
  const ids = kept(input.ids, (id) => attached.ids.has(id) === present);
  if (tags === undefined && ids === undefined) {
    await presenter.showDocument(operation.view, null, []);
    session.reporter.note(present ? 'none of the tags is attached' : 'the tags are already attached');
    return 0;
  }
  await showReply(context, await session.call(operation, { ...input, tags, ids }, options));
  return 0;
};

export default async (context: TagContext): Promise<number> => {
  const { product } = await context.session.server(context.operation.service);
  return product.tagsOnce === true ? onlyMissing(context) : single(context);
};
