/** Whether two plain values say the same, member by member. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Map || b instanceof Map)
    return a instanceof Map && b instanceof Map && sameValue([...a].sort(byKey), [...b].sort(byKey));
  const [mine, others] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    mine.length === others.size && mine.every(([name, value]) => others.has(name) && sameValue(value, others.get(name)))
  );
}

const byKey = ([a]: [unknown, unknown], [b]: [unknown, unknown]): number => (String(a) < String(b) ? -1 : 1);
