/** Reads the Markdown of README, docs/ and the like. */
import { Marked } from 'marked';

/** GitHub's Markdown. Addresses without marks are examples, such as `https://host…`: no links. */
export const markdown = new Marked({ tokenizer: { url: () => undefined } });
