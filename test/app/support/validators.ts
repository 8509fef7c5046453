/** Makes validators for the application's tests, and their offences. */
import type { Misbehavior, ValidatorUpdate } from '../../../src/abci/application.js';
import { addressOf } from '../../../src/consensus/types/validator.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { utf8 } from '../../../src/kernel/text.js';
import type { TestBlock, TestChain } from './chain.js';

export interface TestValidator extends ValidatorUpdate {
  readonly address: Bytes;
}

/** Returns one validator for each power, always the same. */
export const validatorsOf = (...powers: readonly bigint[]): TestValidator[] =>
  powers.map((power, i) => {
    const pubKey = { type: 'ed25519', bytes: sha256(utf8(`validator ${i}`)) } as const;
    return { pubKey, power, address: addressOf(pubKey) };
  });

/** Returns a double sign at a past height. */
export const doubleSign = (
  chain: TestChain,
  { address, power }: TestValidator,
  more: Partial<Misbehavior> = {},
): Misbehavior => ({
  type: 'duplicate-vote',
  validator: { address, power },
  height: chain.height,
  time: chain.genesisTime + chain.height,
  totalVotingPower: 100n,
  ...more,
});

/** Commits a block with evidence of offences. */
export const punish = (chain: TestChain, ...misbehavior: readonly Misbehavior[]): Promise<TestBlock> =>
  chain.run({ ...chain.blockRequest([]), misbehavior });
