/** What a class offers its users: its own and inherited members, without those that its authors keep for themselves. */
export function members(prototype: object): readonly string[] {
  const found = new Set<string>();
  for (let owner = prototype; owner !== null && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const name of Object.getOwnPropertyNames(owner))
      if (name !== 'constructor' && !/^[_#]/.test(name)) found.add(name);
  return [...found].sort();
}

/** What is neither tried nor left out, and what is listed but not offered. */
export function unlisted(offered: readonly string[], ...lists: readonly object[]): readonly string[] {
  const listed = lists.flatMap((list) => Object.keys(list));
  return [...offered.filter((name) => !listed.includes(name)), ...listed.filter((name) => !offered.includes(name))];
}
