/**
 * Names by selector the functions that a transaction may call: those of the chain's own contracts, and well-known ones.
 */
import { PRECOMPILES } from '../../app/precompiles/index.generated.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { to0x } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';

/** Lists ERC-20, 721, 1155, 2612 and 4626, Ownable and AccessControl, upgrades, multicalls and wrapped coins. */
const WELL_KNOWN = [
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'decreaseAllowance(address,uint256)',
  'mint(address,uint256)',
  'mint(uint256)',
  'burn(uint256)',
  'burn(address,uint256)',
  'burnFrom(address,uint256)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  'setApprovalForAll(address,bool)',
  'safeMint(address,uint256)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'deposit()',
  'deposit(uint256)',
  'deposit(uint256,address)',
  'withdraw()',
  'withdraw(uint256)',
  'withdraw(uint256,address,address)',
  'redeem(uint256,address,address)',
  'transferOwnership(address)',
  'acceptOwnership()',
  'renounceOwnership()',
  'grantRole(bytes32,address)',
  'revokeRole(bytes32,address)',
  'renounceRole(bytes32,address)',
  'pause()',
  'unpause()',
  'initialize()',
  'initialize(address)',
  'upgradeTo(address)',
  'upgradeToAndCall(address,bytes)',
  'multicall(bytes[])',
  'aggregate((address,bytes)[])',
  'aggregate3((address,bool,bytes)[])',
  'execute(address,uint256,bytes)',
  'delegate(address)',
];

let names: ReadonlyMap<string, string> | undefined;

/** Returns the signature of a function; undefined for an unknown one. */
export function signatureOf(to: Bytes, selector: string): string | undefined {
  const own = PRECOMPILES.find(({ address }) => equalBytes(address, to));
  if (own !== undefined) return own.signatureOf(selector);
  names ??= new Map(WELL_KNOWN.map((signature) => [to0x(keccak256(utf8(signature)).subarray(0, 4)), signature]));
  return names.get(selector);
}
