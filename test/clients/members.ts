/** Lists the public members of a class, own and inherited. Members with a leading `_` or `#` are private. */
export function members(prototype: object): readonly string[] {
  const found = new Set<string>();
  for (let owner = prototype; owner !== null && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const name of Object.getOwnPropertyNames(owner))
      if (name !== 'constructor' && !/^[_#]/.test(name)) found.add(name);
  return [...found].sort();
}

/** Returns the members that are not listed, and the listed ones that do not exist. */
export function unlisted(offered: readonly string[], ...lists: readonly object[]): readonly string[] {
  const listed = lists.flatMap((list) => Object.keys(list));
  return [...offered.filter((name) => !listed.includes(name)), ...listed.filter((name) => !offered.includes(name))];
}
