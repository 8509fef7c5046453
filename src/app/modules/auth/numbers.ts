/**
 * Account numbers of a genesis document, where each may stand once (SDK `SanitizeGenesisAccounts`): what has none, or one
 * that is taken, gets the next number behind the highest.
 */
export function uniqueNumbers(stated: readonly (bigint | undefined)[]): bigint[] {
  let next = stated.reduce<bigint>((most, number = -1n) => (number < most ? most : number + 1n), 0n);
  const taken = new Set<bigint>();
  return stated.map((number) => {
    const given = number === undefined || taken.has(number) ? next++ : number;
    taken.add(given);
    return given;
  });
}
