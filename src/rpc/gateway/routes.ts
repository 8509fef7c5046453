/**
 * Finds the method of a path (`google.api.http`). `{denom}` is one segment, and `{denom=**}` all that follow. A literal
 * segment wins over a field, so `latest` in `/blocks/latest` is not read as a height.
 */
import type { SdkMethod } from '../../backend/sdk.js';
import { invalidArgument } from './status.js';

export interface Route {
  readonly httpMethod: 'GET' | 'POST';
  /** Path as its template. */
  readonly template: string;
  readonly method: SdkMethod;
}

/** Segment of a template: a text, or the name of a field. */
type Segment = { readonly text: string } | { readonly field: string; readonly isRest: boolean };

interface Compiled {
  readonly route: Route;
  readonly segments: readonly Segment[];
}

export interface Found {
  readonly route: Route;
  /** Values of the path by the name of the field. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Segments that all paths of a service share, such as `cosmos/bank/v1beta1`. */
const PREFIX_SEGMENTS = 2;

export class Routes {
  readonly all: readonly Route[];
  readonly #byPrefix = new Map<string, Compiled[]>();

  constructor(methods: readonly SdkMethod[]) {
    this.all = methods.flatMap((method): Route[] => {
      const { rest } = method;
      if (rest === undefined) return [];
      if (rest.startsWith('POST ')) return [{ httpMethod: 'POST', template: rest.slice(5), method }];
      return [{ httpMethod: 'GET', template: rest, method }];
    });
    for (const route of this.all) {
      const segments = route.template.slice(1).split('/');
      const prefix = segments.slice(0, PREFIX_SEGMENTS).join('/');
      const compiled = { route, segments: segments.map(compile) };
      this.#byPrefix.set(prefix, [...(this.#byPrefix.get(prefix) ?? []), compiled]);
    }
    for (const list of this.#byPrefix.values()) list.sort((a, b) => fieldsOf(a) - fieldsOf(b));
  }

  /** Returns all routes of a decoded path, the one with the fewest fields first. */
  find(path: string): readonly Found[] {
    const segments = path.slice(1).split('/');
    const list = this.#byPrefix.get(segments.slice(0, PREFIX_SEGMENTS).join('/')) ?? [];
    const found: Found[] = [];
    for (const { route, segments: wanted } of list)
      if (fits(wanted, segments)) found.push({ route, fields: fieldsIn(wanted, segments) });
    return found;
  }
}

const fieldsOf = ({ segments }: Compiled): number => segments.filter((segment) => 'field' in segment).length;

function compile(text: string): Segment {
  const [, field, rest] = /^\{(\w+)(=\*\*)?\}$/.exec(text) ?? [];
  return field === undefined ? { text } : { field, isRest: rest !== undefined };
}

function fits(wanted: readonly Segment[], segments: readonly string[]): boolean {
  if (wanted.length > segments.length + 1) return false;
  for (let i = PREFIX_SEGMENTS; i < wanted.length; i++) {
    const segment = wanted[i] as Segment;
    if ('text' in segment) {
      if (segment.text !== segments[i]) return false;
    } else if (segment.isRest) return true;
  }
  return wanted.length === segments.length;
}

/** Returns the fields of a path that fits. */
function fieldsIn(wanted: readonly Segment[], segments: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (let i = PREFIX_SEGMENTS; i < wanted.length; i++) {
    const segment = wanted[i] as Segment;
    if ('text' in segment) continue;
    const given = segment.isRest ? segments.slice(i).join('/') : (segments[i] ?? '');
    fields.set(segment.field, given);
  }
  return fields;
}

/** Decodes percent escapes. Throws GrpcError for an invalid one. */
export function unescaped(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidArgument(`invalid URL escape ${JSON.stringify(wrongEscape(text))}`);
  }
}

/** Returns the first `%` with two characters behind it that are not hex; the whole text if it is only not UTF-8. */
const wrongEscape = (text: string): string => /%(?![\da-fA-F]{2}).{0,2}/s.exec(text)?.[0] ?? text.slice(0, 100);
