/** Applies the rules of consensus-rpc.md 9.3 as written: without an index, over every event of every unit. */
import type { Event } from '../../../src/abci/application.js';
import type { HeightDraft } from './block_store_kit.js';

type Bound = { readonly tag: string; readonly op: '<' | '<=' | '>' | '>='; readonly value: string };

export type Condition =
  | { readonly tag: string; readonly op: '=' | 'CONTAINS'; readonly value: string; readonly quoted: boolean }
  | Bound
  | { readonly tag: string; readonly op: 'EXISTS' };

export type Subject = 'tx' | 'block';

export function textOf(condition: Condition): string {
  const { tag, op } = condition;
  if (op === 'EXISTS') return `${tag} EXISTS`;
  return `${tag} ${op} ${'quoted' in condition && condition.quoted ? `'${condition.value}'` : condition.value}`;
}

/** Transaction, or the events of a block. */
interface Unit {
  readonly name: string;
  readonly height: number;
  readonly index: number;
  readonly events: readonly Event[];
}

const unitsOf = (heights: readonly HeightDraft[], subject: Subject): Unit[] =>
  heights.flatMap(({ events, txs }, i) =>
    subject === 'block'
      ? [{ name: `block ${i + 1}`, height: i + 1, index: 0, events }]
      : txs.map((tx, index) => ({ name: tx.text, height: i + 1, index, events: tx.events })),
  );

/** Reads a number. JavaScript's numbers are exact enough for the values of the tests. */
const numberIn = (text: string): number | undefined =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e\d+)?$/.test(text) ? Number(text) : undefined;

/** Joins all bounds of a key into one test: the last lower and upper bound, inclusive if any bound on its side was. */
function rangeTests(
  conditions: readonly Condition[],
): { readonly tag: string; readonly meets: (n: number) => boolean }[] {
  const bounds = conditions.filter((c): c is Bound => /^[<>]/.test(c.op));
  return [...new Set(bounds.map(({ tag }) => tag))].map((tag) => {
    const side = (sign: '<' | '>') => {
      const own = bounds.filter((c) => c.tag === tag && c.op.startsWith(sign));
      return { value: own.at(-1)?.value, orEqual: own.some(({ op }) => op.endsWith('=')) };
    };
    const [upper, lower] = [side('<'), side('>')];
    const meets = (n: number): boolean =>
      (lower.value === undefined || n > Number(lower.value) || (lower.orEqual && n === Number(lower.value))) &&
      (upper.value === undefined || n < Number(upper.value) || (upper.orEqual && n === Number(upper.value)));
    return { tag, meets };
  });
}

/** Returns one test of indexed attributes for each condition, with ranges joined. */
function attributeTests(conditions: readonly Condition[], subject: Subject): ((events: readonly Event[]) => boolean)[] {
  const readable = (value: string): string => (subject === 'tx' ? value.trim() : value);
  const some = (tag: string, meets: (value: string) => boolean) => (events: readonly Event[]) =>
    events.some(({ type, attributes }) =>
      attributes.some((a) => type !== '' && a.key !== '' && a.index && `${type}.${a.key}` === tag && meets(a.value)),
    );
  const ranges = rangeTests(conditions).map(({ tag, meets }) =>
    some(tag, (value) => {
      const number = numberIn(readable(value));
      return number !== undefined && meets(number);
    }),
  );
  const others = conditions.flatMap((c) => {
    if (c.op === 'EXISTS') return [some(c.tag, () => true)];
    if (c.op === '=') return [some(c.tag, (value) => value === c.value)];
    if (c.op === 'CONTAINS') return [some(c.tag, (value) => readable(value).includes(c.value))];
    return [];
  });
  return [...ranges, ...others];
}

function meetsSameUnit(
  unit: Unit,
  height: readonly Condition[],
  others: readonly Condition[],
  subject: Subject,
): boolean {
  const text = String(unit.height);
  return (
    rangeTests(height).every(({ meets }) => meets(unit.height)) &&
    height.every((c) => {
      if (c.op === '=') return c.value === text;
      if (c.op === 'CONTAINS') return subject === 'tx' && text.includes(c.value);
      return c.op !== 'EXISTS' || subject === 'tx';
    }) &&
    attributeTests(others, subject).every((test) => test(unit.events))
  );
}

function meetsSameEvent(
  unit: Unit,
  height: readonly Condition[],
  others: readonly Condition[],
  subject: Subject,
): boolean {
  const rest = height.filter(({ op }) => op !== '=');
  const inBounds = rangeTests(rest).every(({ meets }) => meets(unit.height));
  const equal = height.find((c) => c.op === '=' && numberIn(c.value) !== undefined) as { value: string } | undefined;
  const wanted = equal && Math.trunc(Number(equal.value));
  if (others.length === 0) {
    if (rest.length > 0) return inBounds && meetsSameUnit(unit, rest, [], subject);
    return wanted === unit.height && (subject === 'block' || equal?.value === String(wanted));
  }
  if (rest.some(({ op }) => op === 'EXISTS' || op === 'CONTAINS')) return false;
  if (rest.length === 0 && wanted !== undefined && wanted !== 0 && wanted !== unit.height) return false;
  const tests = attributeTests(others, subject);
  return inBounds && unit.events.some((event) => tests.every((test) => test([event])));
}

/** Returns the `[height, index]` of each match, in the order of the chain. */
export function modelSearch(
  heights: readonly HeightDraft[],
  conditions: readonly Condition[],
  subject: Subject,
  sameEvent: boolean,
): (readonly [number, number])[] {
  const ownName = subject === 'tx' ? 'Tx' : 'NewBlock';
  const beside = conditions.filter((c) => !(c.tag === 'tm.event' && c.op === '=' && c.value === ownName));
  const asked = beside.length > 0 ? beside : conditions;
  const heightTag = `${subject}.height`;
  const height = asked.filter(({ tag }) => tag === heightTag);
  const others = asked.filter(({ tag }) => tag !== heightTag);
  const units = unitsOf(heights, subject);
  const meets = sameEvent ? meetsSameEvent : meetsSameUnit;
  const names = new Set(units.filter((unit) => meets(unit, height, others, subject)).map(({ name }) => name));
  const last = new Map(units.map((unit) => [unit.name, unit]));
  return units.filter((unit) => names.has(unit.name) && last.get(unit.name) === unit).map((u) => [u.height, u.index]);
}
