/** Connects the relayer with a chain of this process. */
import type { Event } from '../../abci/application.js';
import { readStakingParams } from '../../app/modules/staking/store.js';
import { MerkleProof } from '../../codec/ibc/commitment.js';
import { ProtoWriter } from '../../codec/protobuf/index.js';
import { encodeCommit } from '../../consensus/types/commit.js';
import { encodeHeader } from '../../consensus/types/header.js';
import { decodeValidatorSet, encodeValidatorSet, validatorsHash } from '../../consensus/types/validator_set.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import type { IbcView, RelayChain } from '../../relayer/types.js';
import type { Chain } from '../chain/chain.js';
import type { ChainClock } from '../clock/chain_clock.js';

/** Makes the relayer's view of a chain. `past` holds encoded validator sets of heights below the first block. */
export function relayChain(chain: Chain, clock: ChainClock, signer: string, past: readonly Bytes[]): RelayChain {
  const { blockStore, state, genesis } = chain;
  const block = (height: bigint) => {
    const found = blockStore.block(height);
    invariant(found !== undefined, `block ${height} of ${genesis.chainId} is in the block store`);
    return found.block;
  };
  const validatorSet = (height: bigint): Bytes => {
    const set = blockStore.validators(height);
    invariant(set !== undefined, `height ${height} of ${genesis.chainId} has validators`);
    return encodeValidatorSet(set);
  };
  return {
    id: genesis.chainId,
    base: blockStore.base,
    get height() {
      return blockStore.height;
    },
    get nextTime() {
      return clock.peek(blockStore.state.lastBlockTime);
    },
    get unbondingPeriod() {
      return readStakingParams(state.latest).unbondingTime;
    },
    signer,
    at: (height) => ibcView(height === state.height ? state.latest : state.at(height)),
    prove: (height, key) =>
      MerkleProof.encode({ proofs: state.proveStore(height, 'ibc', key).map(({ data }) => data) }),
    header: (height) => {
      const { time, appHash, nextValidatorsHash } = block(height).header;
      return { time, appHash, nextValidatorsHash };
    },
    signedHeader: (height) => {
      const commit = blockStore.commit(height)?.commit;
      invariant(commit !== undefined, `height ${height} of ${genesis.chainId} has a commit`);
      return new ProtoWriter()
        .message(1, encodeHeader(block(height).header))
        .message(2, encodeCommit(commit))
        .finish();
    },
    validatorSet,
    trustedValidators: (height, hash) =>
      height >= blockStore.base
        ? validatorSet(height)
        : [validatorSet(blockStore.base), ...past].find((set) =>
            equalBytes(validatorsHash(decodeValidatorSet(set)), hash),
          ),
    events: (height) => eventsOf(blockStore.results(height)),
  };
}

export const ibcView = (reader: {
  get(store: 'ibc', key: Bytes): Bytes | undefined;
  entries(store: 'ibc', prefix: Bytes): Iterable<readonly [Bytes, Bytes]>;
}): IbcView => ({
  get: (key) => reader.get('ibc', key),
  entries: (prefix) => reader.entries('ibc', prefix),
});

export function* eventsOf(
  results:
    | { readonly events: readonly Event[]; readonly txResults: readonly { code: number; events: readonly Event[] }[] }
    | undefined,
): Generator<Event> {
  if (results === undefined) return;
  for (const { code, events } of results.txResults) if (code === 0) yield* events;
  yield* results.events;
}
