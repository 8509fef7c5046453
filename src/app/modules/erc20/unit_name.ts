/** Makes the name of a denom's unit from a contract's name (cosmos/evm x/erc20 `SanitizeERC20Name`). */
const MAX_CHARACTERS = 128;
const PREFIX = /^(?:ibc\/|erc20[/:])/;

/**
 * Removes leading digits, and characters that a denom cannot have. A prefix of another module's denoms is also removed.
 */
export function unitName(name: string): string {
  let text = name
    .replace(/^\d+/gm, '')
    .replace(/^[^A-Za-z]|[^a-zA-Z0-9/:-]/g, '')
    .slice(0, MAX_CHARACTERS);
  while (PREFIX.test(text)) text = text.replace(PREFIX, '');
  return text;
}
