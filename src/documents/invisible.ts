/** Characters that a reader does not see but a terminal interprets. */

/**
 * Direction marks and overrides, zero-width and filler characters, line and paragraph separators, tags. A terminal
 * shows text in another order, or not at all, because of them.
 */
const deceptive = String.raw`\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}`;

/** C0 (tab and line feed among them), DEL and C1. */
const controls = String.raw`\u0000-\u001f\u007f-\u009f`;

/** Matches, globally, what JSON text must escape; C0 never occurs in it. */
export const invisible = (): RegExp => new RegExp(`[\\u007f-\\u009f${deceptive}]`, 'gu');

/** Matches, globally, every control, deceptive character and half of a surrogate pair. */
export const unsafe = (): RegExp => new RegExp(`[${controls}${deceptive}\\ud800-\\udfff]`, 'gu');

/** Matches, globally, what moves a cursor or ends a line: controls, U+2028, U+2029 and halves of surrogate pairs. */
export const control = (): RegExp => new RegExp(`[${controls}\\u2028\\u2029\\ud800-\\udfff]`, 'gu');
