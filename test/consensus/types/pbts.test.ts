/** Tests proposer-based timestamps: message delays and a chain of CometBFT 1.0.1, which has PBTS from height 3 on. */
import { expect, it } from 'vitest';
import { genesisState, nextState } from '../../../src/consensus/types/chain_state.js';
import { parseGenesis } from '../../../src/consensus/types/genesis.js';
import { isTimely, messageDelayIn } from '../../../src/consensus/types/pbts.js';
import { validateBlock } from '../../../src/consensus/types/verify_commit.js';
import { ed25519Verify } from '../../../src/crypto/ed25519.js';
import { readBlock } from '../../../src/rpc/comet/responses/block.js';
import { readBlockResults } from '../../../src/rpc/comet/responses/block_results.js';
import recorded from '../../vectors/cometbft-1.0.1/pbts.json' with { type: 'json' };

it.each([
  [15_000_000_000n, 1, 16_500_000_000n],
  [15_000_000_000n, 7, 29_230_756_500n],
  [15_000_000_000n, 31, 287_915_137_436n],
  [15_000_000_000n, 91, 86_400_000_000_000n],
  [1n, 100, 13_780n],
  [1n, 1000, 86_400_000_000_000n],
  [12_000_000n, 64, 5_349_498_821n],
  [777_777_777n, 0, 777_777_777n],
])('the message delay %s is in round %i %s', (messageDelay, round, expected) => {
  expect(messageDelayIn({ precision: 1n, messageDelay }, round)).toBe(expected);
});

it('a proposal is timely from its time less precision to its time plus delay and precision', () => {
  const synchrony = { precision: 7n, messageDelay: 100n };
  const at = (received: bigint, round: number) => isTimely({ timestamp: 1000n, round }, received, synchrony);
  expect([992n, 993n, 1107n, 1108n].map((received) => at(received, 0))).toEqual([false, true, true, false]);
  expect([992n, 993n, 1128n, 1129n].map((received) => at(received, 2))).toEqual([false, true, true, false]);
});

/** Returns the problem of each recorded block on top of those before, for a chain that enables PBTS at a height. */
function problems(pbtsEnableHeight: bigint): readonly (string | undefined)[] {
  const { consensusParams, ...doc } = parseGenesis(recorded.genesis, 0n);
  const params = { ...consensusParams, feature: { pbtsEnableHeight } };
  const blocks = recorded.blocks.map((block) => readBlock(block));
  const appHash = blocks[0]?.block.header.appHash ?? doc.appHash;
  let state = genesisState({ ...doc, consensusParams: params }, { validators: [], appHash }, 1n);
  return blocks.map((received, index) => {
    if (received === undefined) throw new Error(`block ${index + 1} is missing`);
    const problem = validateBlock(state, received.block, (key, message, signature) =>
      ed25519Verify(key, message, signature.bytes),
    );
    const { appHash: after, ...results } = readBlockResults(recorded.results[index]);
    const executed = results.txResults.map((result) => ({ ...result, log: '', info: '', events: [], codespace: '' }));
    const response = { ...results, txResults: executed, appHash: after ?? appHash, events: [] };
    state = nextState(state, received.block, received.blockId, response);
    return problem;
  });
}

it('the blocks of a real node are valid across the height that enables it', () => {
  expect(parseGenesis(recorded.genesis, 0n).consensusParams).toMatchObject({
    abci: { voteExtensionsEnableHeight: 0n },
    feature: { pbtsEnableHeight: 3n },
    synchrony: { precision: 505_000_000n, messageDelay: 15_000_000_000n },
  });
  expect(problems(3n)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

it('from that height on, their times are not the median', () => {
  const expected = expect.stringContaining('expected');
  expect(problems(0n)).toEqual([undefined, undefined, expected, expected, expected]);
});
