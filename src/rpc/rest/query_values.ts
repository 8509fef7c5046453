/**
 * Converts the parameters of a query to an object of the given shape. Repeated parameters make a list, for which some
 * clients write `name[]`. Unknown parameters are dropped.
 */
import type { Shape } from './shape.js';

export function queryValues(shape: Shape<unknown>, parameters: Readonly<Record<string, unknown>>): object {
  const texts = new Map<string, string[]>();
  for (const [name, given] of Object.entries(parameters)) {
    const bare = name.replace(/\[\]$/, '');
    texts.set(bare, [...(texts.get(bare) ?? []), ...[given].flat().map(String)]);
  }
  return Object.fromEntries(
    Object.entries(shape.members ?? {}).flatMap(([name, member]) => {
      const given = texts.get(name);
      return given === undefined ? [] : [[name, member.fromQuery(given)]];
    }),
  );
}
