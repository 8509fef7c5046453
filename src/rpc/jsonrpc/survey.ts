/**
 * Checks a long JSON text before it is parsed. Parsing cannot pause, and deep nesting or very many small parts make it
 * much slower than its length suggests.
 */
import { CLOSE_ARRAY, CLOSE_OBJECT, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE, skipString } from './raw_ids.js';

/** Most levels of nesting. Go's decoder has the same limit, and reports only that the text cannot be parsed. */
const MAX_DEPTH = 10_000;
/** Most arrays and objects of one text. The longest access list that fits into a body has fewer. */
const MAX_CONTAINERS = 100_000;
/** Length from which a text is checked. A shorter text is parsed in less time than the check takes. */
const LONG = 10_000;

export type Survey =
  | { readonly type: 'fine' }
  | { readonly type: 'unreadable' }
  /** Array of more than `maxItems`; `start` is the text of an array with only the first ones. */
  | { readonly type: 'manyItems'; readonly start: string };

const FINE: Survey = { type: 'fine' };

/** Checks the first value of the text. Invalid JSON is left to the parser. */
export function survey(text: string, maxItems = Number.POSITIVE_INFINITY): Survey {
  if (text.length < LONG) return FINE;
  const isArray = text.trimStart().startsWith('[');
  let [depth, containers, items] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = skipString(text, i) - 1;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > MAX_DEPTH || ++containers > MAX_CONTAINERS) return { type: 'unreadable' };
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (--depth === 0) return FINE;
        break;
      case COMMA:
        if (isArray && depth === 1 && ++items === maxItems) return { type: 'manyItems', start: `${text.slice(0, i)}]` };
    }
  }
  return FINE;
}
