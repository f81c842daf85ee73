/** How a workspace is addressed: an id, `org/name`, or a bare name with an organization. Pure and total. */
import { usageError } from '../../model/error.ts';

export type WorkspaceAddress =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'name'; readonly organization: string | undefined; readonly name: string };

/** What an id looks like: `ws-` and 16 letters or digits. A workspace may have such a name: `--by name` decides. */
const idForm = /^ws-[A-Za-z0-9]{16}$/;

/**
 * @param by the value of `--by`, when given
 * @throws TrivetError usage for anything with more than one slash, or an empty part
 */
export const parseAddress = (text: string, by?: 'id' | 'name'): WorkspaceAddress => {
  if (by === 'id') return { by: 'id', id: text };
  if (by === undefined && idForm.test(text)) return { by: 'id', id: text };
  const parts = text.split('/');
  if (parts.length > 2 || parts.some((part) => part.trim() === '')) {
    throw usageError(
      `"${text}" is not a workspace: give an ID (ws-…), org/name, or a name with --organization`,
    );
  }
  const [first = '', second] = parts;
  return second === undefined
    ? { by: 'name', organization: undefined, name: first }
    : { by: 'name', organization: first, name: second };
};
