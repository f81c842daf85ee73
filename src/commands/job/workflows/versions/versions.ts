import type { Json } from '../../../../documents/json/json.ts';
import { isObject, listAt, own } from '../../../../documents/json/json.ts';
import type { GivenOf } from '../../../../catalogue/operation.ts';
import type { versions } from '../../operations/history.ts';
import { painter } from '../../../../output/color.ts';
import { diffLines, hiddenDiff } from '../format/diff.ts';
import { plainText } from '../../../../output/text/value.ts';
import { nanosecondTime } from '../../../../output/text/time.ts';
import { ownReply } from '../../../../run/lists/list.ts';
import { readOrWatch } from '../read.ts';
import type { ReadContext } from '../read.ts';
import { traitsOf } from '../../../../output/formats/formats.ts';
import { choosesOfDocument } from '../../../../run/given-globals.ts';

type VersionsContext = ReadContext & { readonly input: Pick<GivenOf<typeof versions>, 'diffs'> };

const submitted = (version: Json): string => {
  const time = own(version, 'SubmitTime');
  if (typeof time !== 'number' && typeof time !== 'bigint') return '';
  return ` submitted ${nanosecondTime(BigInt(time)) ?? ''}`;
};

const withDiffs = async (context: VersionsContext): Promise<number> => {
  const { presenter } = context;
  const { document, sent } = await ownReply(context);
  const paint = await painter(presenter.options.colorLevel);
  const diffs = listAt(sent, 'Diffs');
  const kept = listAt(document, 'Versions');
  const lines = listAt(sent, 'Versions').flatMap((version, index) => {
    if (!kept.includes(version)) return [];
    const stable = own(version, 'Stable') === true ? ', stable' : '';
    const title = `Version ${plainText(own(version, 'Version'))}${stable}${submitted(version)}`;
    const diff = diffs[index];
    const changed = isObject(diff)
      ? diffLines(diff, { paint, full: false, reveal: presenter.options.reveal })
      : ['the oldest that is kept'];
    return [paint.bold(title), ...changed.map((line) => `  ${line}`), ''];
  });
  await presenter.write(lines.join('\n'));
  return 0;
};

export default (context: VersionsContext): Promise<number> => {
  const { input, session, presenter } = context;
  const drawn = traitsOf(presenter.options.format).forPeople === true && !choosesOfDocument(session.globals);
  if (input.diffs !== true) return readOrWatch(context);
  if (drawn && input.watch !== true) return withDiffs(context);
  return readOrWatch(context, presenter.options.reveal ? undefined : hiddenDiff);
};
