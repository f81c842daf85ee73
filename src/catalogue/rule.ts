/** The documents' rules, as data: checked all at once before anything is sent. */
import type { Among } from './product.ts';

/**
 * Whether the parameter was given (and, with `is`, has one of those values). `null` (`--unset`) does not count as
 * given.
 */
export interface InputCondition {
  readonly parameter: string;
  readonly key?: string;
  readonly is?: readonly (string | number | boolean)[];
  /** The condition holds when the parameter is absent, or has none of the values of `is`. */
  readonly not?: true;
  /** The condition holds when the parameter was unset (`--unset`). */
  readonly unset?: true;
}

interface Scoped {
  /** The reason, in the document's words; ends the message. `{server}` is the product's title. */
  readonly because?: string;
  /** Only these servers are known to enforce the rule. */
  readonly on?: readonly Among[];
}

export type Rule = Scoped &
  (
    | { readonly rule: 'atMostOne'; readonly of: readonly string[] }
    | { readonly rule: 'exactlyOne'; readonly of: readonly string[] }
    | { readonly rule: 'atLeastOne'; readonly of: readonly string[]; readonly when?: InputCondition }
    | { readonly rule: 'together'; readonly of: readonly string[] }
    | { readonly rule: 'requiredWhen'; readonly parameter: string; readonly when: InputCondition }
    | { readonly rule: 'forbiddenWhen'; readonly parameter: string; readonly when: InputCondition }
    | {
        readonly rule: 'range';
        readonly parameter: string;
        readonly minimum?: number;
        readonly maximum?: number;
        readonly when?: InputCondition;
      }
    | {
        readonly rule: 'oneOf';
        readonly parameter: string;
        readonly values: readonly (string | number)[];
        readonly when?: InputCondition;
      }
    | {
        readonly rule: 'pattern';
        readonly parameter: string;
        readonly pattern: string;
        readonly meaning: string;
        readonly when?: InputCondition;
      }
    | { readonly rule: 'notLonger'; readonly parameter: string; readonly than: string }
    | { readonly rule: 'maxBytes'; readonly parameter: string; readonly bytes: number }
  );
