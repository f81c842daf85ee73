/** The address of a workspace: an ID, `org/name`, or a bare name with an organization. */
import { usageError } from '../../system/error.ts';
import type { ObjectAddress } from '../../catalogue/parameter.ts';

/** A name may look like an ID, so `--names-are name` can decide. */
const idForm = /^ws-[A-Za-z0-9]{16}$/;

export const address: ObjectAddress = {
  id: 'workspace_id',
  name: 'name',
  parse: (text, by) => {
    if (by === 'id' || (by === undefined && idForm.test(text))) return { workspace_id: text };
    const parts = text.split('/');
    if (parts.length > 2 || parts.some((part) => part.trim() === '')) {
      throw usageError(
        `"${text}" is not a workspace: give an ID (ws-…), org/name, or a name with --organization`,
      );
    }
    const [first = '', second] = parts;
    return second === undefined
      ? { name: first, organization_name: undefined }
      : { name: second, organization_name: first };
  },
};

/** A new workspace has no ID. */
export const newAddress: ObjectAddress = {
  id: 'workspace_id',
  name: 'name',
  parse: (text) => {
    const { organization_name: organization, name } = address.parse(text, 'name');
    return organization === undefined ? { name } : { name, organization_name: organization };
  },
};
