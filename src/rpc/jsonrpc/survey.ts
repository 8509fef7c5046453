/**
 * A look at a long JSON text before it is parsed: parsing cannot pause, and what is nested deep or has very many small
 * parts takes it much longer than its length says.
 */
import { CLOSE_ARRAY, CLOSE_OBJECT, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE, skipString } from './raw_ids.js';

/** Go's decoder allows as many levels, and says no more than that the text cannot be parsed. */
const MAX_DEPTH = 10_000;
/** Arrays and objects of one text; the longest access list that fits into a body has fewer. */
const MAX_CONTAINERS = 100_000;
/** A shorter text is parsed before this would have looked at it. */
const LONG = 10_000;

export type Survey =
  | { readonly type: 'fine' }
  | { readonly type: 'unreadable' }
  /** An array of more than `maxItems`; `start` is the text of one that has the first of them. */
  | { readonly type: 'manyItems'; readonly start: string };

const FINE: Survey = { type: 'fine' };

/** Of the first value of the text; what is no JSON is for the parser to say. */
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
