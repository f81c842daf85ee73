import type { Report } from '../report.ts';
import type { Directory } from './directory.ts';
import { DirectoryError } from './directory.ts';
import type { LdifRecord } from './ldif.ts';

const REQUESTS = {
  add: 'AddRequest',
  modify: 'ModifyRequest',
  delete: 'DelRequest',
  rename: 'ModifyDNRequest',
} as const;

const EFFECTS = { add: 'added', modify: 'modified', delete: 'deleted', rename: 'renamed' } as const;

function apply(directory: Directory, record: LdifRecord): void {
  switch (record.kind) {
    case 'add':
      return directory.add(record);
    case 'modify':
      return directory.modify(record.dn, record.changes);
    case 'delete':
      return directory.delete(record.dn);
    case 'rename':
      return directory.rename(record.dn, record.newLeaf, record.deleteOld, record.newParent);
  }
}

function run(directory: Directory, record: LdifRecord, report: Report): string | undefined {
  try {
    apply(directory, record);
  } catch (error) {
    if (error instanceof DirectoryError) return `failed to run ${REQUESTS[record.kind]}: ${error.message}`;
    throw error;
  }
  report(`entry.${EFFECTS[record.kind]} ${record.dn}`);
  return undefined;
}

export function runUntilFailure(
  directory: Directory,
  records: readonly LdifRecord[],
  report: Report,
): string | undefined {
  for (const record of records) {
    const failure = run(directory, record, report);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

export function runAll(
  directory: Directory,
  records: readonly LdifRecord[],
  report: Report,
): readonly string[] {
  return records.map((record) => run(directory, record, report)).filter((failure) => failure !== undefined);
}
