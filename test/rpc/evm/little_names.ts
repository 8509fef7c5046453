/**
 * Names of the contents of the little chain (`fixture.ts`): block 1 has a transfer from Alice to Bob, block 2 Alice's
 * call to a contract.
 */

export const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
export const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
export const CONTRACT = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
export const BLOCK_1_HASH = `0x${'b1'.repeat(32)}`;
export const BLOCK_2_HASH = `0x${'b2'.repeat(32)}`;
/** Hash of Alice's transfer of one coin to Bob in block 1. */
export const TRANSFER_HASH = '0x87ff3921577baeac4d724c5985c613272da1584fbadb7f514660cdbffaac90e6';
/** Hash of Alice's call in block 2. */
export const CALL_HASH = '0xd2f4403c2315ec0364f886c722903f1b4db98bbeeedf652487ef0f618407f1fc';
/** Example of an event's topic, as keccak256 of `Increment(address,uint256)` would be. */
export const EVENT_TOPIC = `0x${'e1'.repeat(32)}`;
/** Selects the contract's `count()`, which returns 1. */
export const COUNT_SELECTOR = '0x06661abd';

export const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;
