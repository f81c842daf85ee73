import type { Json, SandboxRequest } from '../contract.ts';
import { badParameter } from './errors.ts';

const DEFAULT_SIZE = 20;
/** Undocumented; real servers use it silently. */
const LARGEST_SIZE = 100;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly envelope: { readonly links: Json; readonly meta: Json };
}

/** Real servers take page 0 for the first. */
function readNumber(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null || (text === '0' && name === 'page[number]')) return fallback;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw badParameter(`${name} must be a number from 1.`, name);
  return Number(text);
}

export function paginate<Item>(items: readonly Item[], request: SandboxRequest, origin: string): Page<Item> {
  const number = readNumber(request.query, 'page[number]', 1);
  const size = Math.min(readNumber(request.query, 'page[size]', DEFAULT_SIZE), LARGEST_SIZE);
  const last = Math.max(1, Math.ceil(items.length / size));
  const previous = number > 1 ? Math.min(number - 1, last) : null;
  const next = number < last ? number + 1 : null;
  const link = (page: number | null): string | null => {
    if (page === null) return null;
    const query = new URLSearchParams(request.query);
    query.set('page[number]', String(page));
    query.set('page[size]', String(size));
    return `${origin}${request.path}?${query.toString()}`;
  };
  return {
    items: items.slice((number - 1) * size, number * size),
    envelope: {
      links: { self: link(number), first: link(1), prev: link(previous), next: link(next), last: link(last) },
      meta: {
        pagination: {
          'current-page': number,
          'page-size': size,
          'prev-page': previous,
          'next-page': next,
          'total-pages': last,
          'total-count': items.length,
        },
      },
    },
  };
}
