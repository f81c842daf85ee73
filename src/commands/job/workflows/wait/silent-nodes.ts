import { wordOf } from '../../../../catalogue/text/server-text.ts';
import { plural } from '../../../../output/text/plural.ts';
import { silentText } from '../../verdicts.ts';
import type { SeenAllocation } from './observed.ts';

const namedNodes = 3;

export const nodesText = (allocations: readonly SeenAllocation[]): string => {
  const names = [...new Set(allocations.map(({ node }) => node))].filter((name) => name !== '').toSorted();
  const more = names.length > namedNodes ? ` and ${names.length - namedNodes} more` : '';
  const shown = names.slice(0, namedNodes).map(wordOf).join(', ');
  return names.length === 0 ? '' : `${names.length === 1 ? 'node' : 'nodes'} ${shown}${more}`;
};

export const awayText = (live: readonly SeenAllocation[]): string => {
  const away = live.filter(({ status }) => status === 'unknown');
  return away.length === 0 ? '' : silentText(away.length, nodesText(away));
};

export const lostText = (lost: readonly SeenAllocation[]): string => {
  const nodes = nodesText(lost) || (lost.length === 1 ? 'its node' : 'their nodes');
  const what = plural(lost.length, 'allocation was', 'allocations were');
  return `${what} lost with ${nodes}`;
};

export const openText = (open: readonly SeenAllocation[]): string => {
  const lost = open.filter(({ status }) => status === 'lost');
  const others = open.filter(({ status }) => status !== 'unknown').length - lost.length;
  const parts = [
    others === 0 ? '' : `${plural(others, 'allocation')} not ended yet`,
    awayText(open),
    lost.length === 0
      ? ''
      : `${lostText(lost)}, and ${lost.length === 1 ? 'its' : 'their'} tasks may still run`,
  ];
  return parts.filter(Boolean).join('; ');
};
