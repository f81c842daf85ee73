import type { SandboxResponse } from '../../contract.ts';
import { compileFilter } from '../filter/filter.ts';
import type { TableName } from '../scheduler/cluster.ts';
import { denied, Refusal } from '../wire/failure.ts';
import type { JsonObject } from '../wire/json.ts';
import { lenientBoolean, queryText } from '../wire/query.ts';
import { allows } from './access.ts';
import { blockingRead } from './blocking.ts';
import type { Call } from './call.ts';
import { perPage } from './list.ts';

interface Row {
  readonly id: string;
  readonly namespace: string;
  readonly createIndex: number;
  readonly modifyIndex: number;
}

export interface Listing<R extends Row> {
  /** The table, in the words of its errors. */
  readonly table: 'alloc' | 'deployment' | 'eval';
  readonly index: TableName;
  readonly rows: () => readonly R[];
  readonly represent: (row: R) => JsonObject;
  /** The whole record, if a list shows less. */
  readonly filtered?: (row: R) => JsonObject;
}

function checkPrefix(prefix: string, table: string): void {
  if (prefix.replaceAll('-', '').length % 2 === 0) return;
  throw new Refusal(500, `${table} lookup failed: index error: Input (without hyphens) must be even length`);
}

function tokenOf({ createIndex, id }: Row): string {
  return `${createIndex}.${id}`;
}

function compare(left: Row, right: Row): number {
  return left.createIndex - right.createIndex || (left.id < right.id ? -1 : 1);
}

export function listRecords<R extends Row>(call: Call, listing: Listing<R>): Promise<SandboxResponse> {
  const { request, cluster, namespace } = call;
  const { represent, filtered = represent } = listing;
  const mayRead = (name: string): boolean => allows(request.principal, name, 'read-job');
  const names = namespace === '*' ? [...cluster.namespaces.keys()] : [namespace];
  const visible = new Set(names.filter(mayRead));
  if (visible.size === 0) throw denied();
  const prefix = queryText(request, 'prefix');
  checkPrefix(prefix, listing.table);
  const size = perPage(call);
  const matches = compileFilter(queryText(request, 'filter'));
  const start = queryText(request, 'next_token');
  const isReverse = lenientBoolean(request, 'reverse');
  return blockingRead(request, cluster, () => {
    const rows = listing
      .rows()
      .filter((row) => visible.has(row.namespace) && row.id.startsWith(prefix))
      .toSorted((left, right) => (isReverse ? compare(right, left) : compare(left, right)));
    const from = start === '' ? 0 : rows.findIndex((row) => tokenOf(row) === start);
    const wanted = (from === -1 ? [] : rows.slice(from))
      .filter((row) => matches(filtered(row)))
      .map((row) => ({ row, json: represent(row) }));
    const next = size > 0 ? wanted[size] : undefined;
    return {
      body: (size > 0 ? wanted.slice(0, size) : wanted).map(({ json }) => json),
      index: cluster.tableIndex(listing.index),
      ...(next === undefined ? {} : { headers: { 'X-Nomad-NextToken': tokenOf(next.row) } }),
    };
  });
}
