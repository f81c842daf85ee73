/** The mark by which a change of many recognizes its own lock: it stands at the end of the reason. */

const mark = / \(trivet [0-9a-f]{8}\)$/;

/** The text as a person wrote it, without a mark. */
export const unmarked = (text: string): string => text.replace(mark, '');
