/** Characters by which a terminal reorders or hides text: direction marks, zero-width characters, tags. */
const deceptive = String.raw`\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}`;

/** The controls C0 (with tab and line feed), DEL and C1. */
const controls = String.raw`\u0000-\u001f\u007f-\u009f`;

/** Characters to escape in JSON text, where C0 never occurs. */
export const invisible = (): RegExp => new RegExp(`[\\u007f-\\u009f${deceptive}]`, 'gu');

export const unsafe = (): RegExp => new RegExp(`[${controls}${deceptive}\\ud800-\\udfff]`, 'gu');

/** Characters that move a cursor or end a line: controls, U+2028, U+2029 and halves of surrogate pairs. */
export const control = (): RegExp => new RegExp(`[${controls}\\u2028\\u2029\\ud800-\\udfff]`, 'gu');
