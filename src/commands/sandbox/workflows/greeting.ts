/** The line at the start of a shell, and its prompt if possible. */
import { basename } from 'node:path';
import { listAt, textAt } from '../../../documents/json/json.ts';
import { plural } from '../../../output/text/plural.ts';
import type { Sandbox } from '../../../sandbox/start.ts';
import type { Io } from '../../../system/io.ts';

const mark = '(sandbox) ';
const organization = 'demo';

export const shellOf = ([program = '', ...flags]: readonly string[], { stdin }: Io): string | undefined => {
  const name = basename(program);
  const isShell = /^(?:ba|da|fi|k|z)?sh$/.test(name);
  const reads = flags.every((flag) => /^(?:-[il]+|--(?:login|norc|noprofile|no-rcs|no-config))$/.test(flag));
  return isShell && reads && stdin.isTTY === true ? name : undefined;
};

export const greetingOf = async (sandbox: Sandbox): Promise<string> => {
  const { body } = await sandbox.ask('GET /-/state');
  const objects = listAt(body, 'objects');
  const count = (kind: string): number =>
    objects.filter(
      (one) =>
        textAt(one, 'kind') === kind &&
        (kind !== 'workspace' || textAt(one, 'organization') === organization),
    ).length;
  const counts = [
    plural(count('workspace'), 'workspace'),
    plural(count('job'), 'job'),
    plural(count('pki-role'), 'certificate role'),
  ];
  return `sandbox: ${counts.join(', ')}; exit ends it`;
};

/** bash sets its prompt at the start, so the mark is added before each prompt; fish takes none. */
export const promptOf = (shell: string, env: Io['env']): Readonly<Record<string, string>> => {
  if (shell === 'fish') return {};
  if (shell !== 'bash') return { PS1: `${mark}${shell === 'zsh' ? '%#' : '$'} ` };
  const before = (env['PROMPT_COMMAND'] ?? '').replace(/[;\s]+$/, '');
  const own = `PS1="${mark}\${PS1#"${mark}"}"`;
  return { PROMPT_COMMAND: before === '' ? own : `${before}; ${own}` };
};
