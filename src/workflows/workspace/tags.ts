/**
 * Flat tags. OTF answers 404 and rolls all back when a tag is attached already (add) or is not (remove): for it the
 * difference is computed first, so that a repeat is a success as documented.
 */
import { isArray, own, textAt } from '../../model/json.ts';
import type { Json } from '../../model/json.ts';
import { inputText } from '../../model/parameter.ts';
import type { InputRecord } from '../../model/parameter.ts';
import { list } from '../../operations/workspace/tag.ts';
import { pagesOf } from '../../runtime/pages.ts';
import type { Session } from '../../runtime/session.ts';
import { showReply } from '../reply.ts';
import { forOperation } from '../workflow.ts';

interface Attached {
  readonly names: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

const attachedTo = async (session: Session, id: string): Promise<Attached> => {
  const tags: Json[] = [];
  for await (const { document } of pagesOf(session, list, { workspace_id: id }, 'lookUp')) {
    const data = own(document, 'data');
    if (isArray(data)) tags.push(...data);
  }
  return {
    names: new Set(tags.flatMap((tag) => textAt(own(tag, 'attributes'), 'name') ?? [])),
    ids: new Set(tags.flatMap((tag) => textAt(tag, 'id') ?? [])),
  };
};

const kept = (
  value: InputRecord[string],
  wanted: (one: string) => boolean,
): readonly string[] | undefined => {
  if (!Array.isArray(value)) return undefined;
  const left = value.map(String).filter(wanted);
  return left.length === 0 ? undefined : left;
};

export default forOperation(async (context) => {
  const { session, presenter, operation, input, options } = context;
  if ((await session.product(operation.service)).name !== 'otf') {
    await showReply(context, await session.call(operation, input, options));
    return 0;
  }
  const attached = await attachedTo(session, inputText(input, 'workspace_id') ?? '');
  const present = operation.id === 'workspace.tag.remove';
  const tags = kept(input['tags'], (name) => attached.names.has(name) === present);
  const ids = kept(input['ids'], (id) => attached.ids.has(id) === present);
  if (tags === undefined && ids === undefined) {
    await presenter.showDocument(operation.view, null, []);
    session.reporter.note(present ? 'none of the tags is attached' : 'the tags are attached already');
    return 0;
  }
  await showReply(context, await session.call(operation, { ...input, tags, ids }, options));
  return 0;
});
