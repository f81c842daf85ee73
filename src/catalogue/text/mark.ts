/** The mark at the end of a lock's reason, by which a change of many recognizes its own lock. */

const mark = / \(trivet [0-9a-f]{8}\)$/;

export const unmarked = (text: string): string => text.replace(mark, '');
