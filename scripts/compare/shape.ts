/**
 * Compares the shapes of two JSON responses: presence and order of keys, JSON types, null and empty values, and the
 * format of strings (integer, hex and its case, base64, time). Values are not compared, because the chains differ.
 */

export type DifferenceKind =
  /** Only the real node has the key. */
  | 'missing'
  /** Only Halley has the key. */
  | 'extra'
  /** The keys are the same, in another order. */
  | 'order'
  /** The JSON types differ, which includes null. */
  | 'type'
  /** One list is empty and the other is not; elements are not compared. */
  | 'length'
  /** The strings have different formats. */
  | 'spelling';

export interface Difference {
  /** Path of the member: `result.block.data.txs[]`. */
  readonly path: string;
  readonly kind: DifferenceKind;
  readonly real: string;
  readonly ours: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

const SPELLINGS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,8}[1-9])?Z$/],
  ['integer', /^(0|-?[1-9]\d*)$/],
  [
    'vote',
    /^(nil-Vote|Vote\{\d+:[0-9A-F]{12} \d+\/\d\d\/SIGNED_MSG_TYPE_\w+\(\w+\) [0-9A-F]{12} [0-9A-F]{12} [0-9A-F]{12} @ \S+Z\})$/,
  ],
  ['bit array', /^(nil-BitArray|BA\{\d+:[x_]+\} \d+\/\d+ = \d\.\d\d)$/],
  ['bits', /^[x_]+$/],
  ['height/round/step', /^\d+\/\d+\/\d$/],
  ['upper hex', /^([0-9A-F]{2}){8,}$/],
  ['lower hex', /^([0-9a-f]{2}){10,}$/],
  // Base64 needs 15 bytes or more, or padding: shorter strings may be words.
  ['base64', /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$|^([A-Za-z0-9+/]{4}){5,}$/],
];

/** Returns the possible formats of a string, the likeliest first. Digits alone may be an integer, hex or base64. */
const spellings = (text: string): readonly string[] => {
  const [first = 'text', ...others] = SPELLINGS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  return first === 'integer' ? [first, ...others] : [first];
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isObject = (value: unknown): value is JsonObject => typeOf(value) === 'object';

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function keyDifferences(real: JsonObject, ours: JsonObject, path: string): readonly Difference[] {
  const [theirKeys, ourKeys] = [Object.keys(real), Object.keys(ours)];
  const shared = (keys: readonly string[]) => keys.filter((key) => key in real && key in ours).join(' ');
  const order = shared(theirKeys) === shared(ourKeys);
  return [
    ...theirKeys
      .filter((key) => !(key in ours))
      .map((key) => ({ path: `${path}.${key}`, kind: 'missing' as const, real: shown(real[key]), ours: 'nothing' })),
    ...ourKeys
      .filter((key) => !(key in real))
      .map((key) => ({ path: `${path}.${key}`, kind: 'extra' as const, real: 'nothing', ours: shown(ours[key]) })),
    ...(order ? [] : [{ path, kind: 'order' as const, real: shared(theirKeys), ours: shared(ourKeys) }]),
  ];
}

/** Compares elements by position. Surplus elements of one list are compared with the other's last. */
function listDifferences(real: readonly unknown[], ours: readonly unknown[], path: string): readonly Difference[] {
  if (real.length === 0 && ours.length === 0) return [];
  if (real.length === 0 || ours.length === 0) return [{ path, kind: 'length', real: shown(real), ours: shown(ours) }];
  const length = Math.max(real.length, ours.length);
  const at = (list: readonly unknown[], i: number) => list[Math.min(i, list.length - 1)];
  return Array.from({ length }, (_, i) => shapeDifferences(at(real, i), at(ours, i), `${path}[]`)).flat();
}

/** Compares the formats of two strings. An empty string has none. */
function textDifferences(real: string, ours: string, path: string): readonly Difference[] {
  const [theirs, our] = [spellings(real), spellings(ours)];
  if (real === '' || ours === '' || theirs.some((name) => our.includes(name))) return [];
  return [{ path, kind: 'spelling', real: `${theirs[0]} ${shown(real)}`, ours: `${our[0]} ${shown(ours)}` }];
}

export function shapeDifferences(real: unknown, ours: unknown, path = 'result'): readonly Difference[] {
  const type = typeOf(real);
  if (type !== typeOf(ours)) return [{ path, kind: 'type', real: shown(real), ours: shown(ours) }];
  if (Array.isArray(real) && Array.isArray(ours)) return listDifferences(real, ours, path);
  if (typeof real === 'string' && typeof ours === 'string') return textDifferences(real, ours, path);
  if (!isObject(real) || !isObject(ours)) return [];
  const shared = Object.keys(real).filter((key) => key in ours);
  return [
    ...keyDifferences(real, ours, path),
    ...shared.flatMap((key) => shapeDifferences(real[key], ours[key], `${path}.${key}`)),
  ];
}

/** Checks for the compact JSON that Go writes: no blanks, and `<`, `>`, `&`, U+2028 and U+2029 escaped. */
export function isWrittenAsByGo(text: string): boolean {
  const outside = text.replace(/"(\\.|[^"\\])*"/g, '""');
  return !/\s/.test(outside) && !/[<>&\u2028\u2029]/.test(text);
}
