/**
 * Direction marks and overrides, zero-width and filler characters, line and paragraph separators, tags: a terminal
 * reorders or hides text because of them.
 */
const deceptive = String.raw`\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}`;

/** C0 (tab and line feed among them), DEL and C1. */
const controls = String.raw`\u0000-\u001f\u007f-\u009f`;

/** Must be escaped in JSON text, where C0 never occurs. */
export const invisible = (): RegExp => new RegExp(`[\\u007f-\\u009f${deceptive}]`, 'gu');

/** Controls, deceptive characters and halves of surrogate pairs. */
export const unsafe = (): RegExp => new RegExp(`[${controls}${deceptive}\\ud800-\\udfff]`, 'gu');

/** What moves a cursor or ends a line: controls, U+2028, U+2029 and halves of surrogate pairs. */
export const control = (): RegExp => new RegExp(`[${controls}\\u2028\\u2029\\ud800-\\udfff]`, 'gu');
