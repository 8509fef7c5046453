/**
 * Makes the account numbers of a genesis document unique (SDK `SanitizeGenesisAccounts`). An account without a number,
 * or with one that is taken, gets the next number after the highest.
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
