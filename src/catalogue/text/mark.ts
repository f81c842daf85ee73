/** At the end of a lock's reason: a change of many recognizes its own lock by it. */

const mark = / \(trivet [0-9a-f]{8}\)$/;

export const unmarked = (text: string): string => text.replace(mark, '');
