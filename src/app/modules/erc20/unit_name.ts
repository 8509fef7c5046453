/** A contract's name as the name of a denom's unit (cosmos/evm x/erc20 `SanitizeERC20Name`). */
const MAX_CHARACTERS = 128;
const PREFIX = /^(?:ibc\/|erc20[/:])/;

/** Without leading digits, and without what a denom cannot have; what looks like another module's denom loses its prefix. */
export function unitName(name: string): string {
  let text = name
    .replace(/^\d+/gm, '')
    .replace(/^[^A-Za-z]|[^a-zA-Z0-9/:-]/g, '')
    .slice(0, MAX_CHARACTERS);
  while (PREFIX.test(text)) text = text.replace(PREFIX, '');
  return text;
}
