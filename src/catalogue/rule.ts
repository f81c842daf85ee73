import type { ServerCondition } from './product.ts';

/** `null` (`--unset`) does not count as given. */
export interface InputCondition {
  readonly parameter: string;
  readonly key?: string;
  readonly is?: readonly (string | number | boolean)[];
  readonly not?: true;
  readonly unset?: true;
}

interface Scoped {
  /** In the document's words; ends the message. `{server}` is the product's title. */
  readonly because?: string;
  /** The servers that are known to enforce the rule. */
  readonly servers?: readonly ServerCondition[];
}

export type Rule = Scoped &
  (
    | { readonly rule: 'atMostOne'; readonly keys: readonly string[] }
    | { readonly rule: 'exactlyOne'; readonly keys: readonly string[] }
    | { readonly rule: 'atLeastOne'; readonly keys: readonly string[]; readonly when?: InputCondition }
    | { readonly rule: 'together'; readonly keys: readonly string[] }
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
