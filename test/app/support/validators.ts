/** Validators for the application's tests, and what they are up to. */
import type { Misbehavior, ValidatorUpdate } from '../../../src/abci/application.js';
import { addressOf } from '../../../src/consensus/types/pub_key.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { utf8 } from '../../../src/kernel/text.js';
import type { TestBlock, TestChain } from './chain.js';

export interface TestValidator extends ValidatorUpdate {
  readonly address: Bytes;
}

/** One with each power; the same every time. */
export const validatorsOf = (...powers: readonly bigint[]): TestValidator[] =>
  powers.map((power, i) => {
    const pubKey = { type: 'ed25519', bytes: sha256(utf8(`validator ${i}`)) } as const;
    return { pubKey, power, address: addressOf(pubKey) };
  });

/** A double sign at a height of the past. */
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

/** A block that proves offences. */
export const punish = (chain: TestChain, ...misbehavior: readonly Misbehavior[]): Promise<TestBlock> =>
  chain.run({ ...chain.blockRequest([]), misbehavior });
