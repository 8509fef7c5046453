/**
 * Records what CometBFT's own light client asks of a devnet with evidence, and lets a new light client verify the same
 * headers against the replay: of the equivocation, of the block with its evidence, and of the set without the offender.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDevnet, type Devnet, fixedClock, systemClock } from '../../src/devnet/index.js';
import { recordProxy, replay } from '../../src/fixtures/index.js';
import { NANOS_PER_SECOND } from '../../src/kernel/time.js';
import { cometbftIsAbsent, temporaryFolder } from './peers/cometbft.js';
import { startLightClient } from './peers/light_client.js';
import { resultOf } from './two_chains.js';

const HOUR = 3600n * NANOS_PER_SECOND;
const OFFENDER = 3;
const FAULT_HEIGHT = 5;
const LAST = 20;
const ROUTES = ['header', 'commit', 'validators', 'block'];

interface BlockResult {
  readonly block: { readonly evidence: { readonly evidence: readonly unknown[] } };
}

/** Makes a chain on which a validator signs two precommits, and returns the height of the block with the evidence. */
async function equivocate(devnet: Devnet): Promise<number> {
  const fault = { type: 'equivocate', node: OFFENDER, vote: 'precommit', height: FAULT_HEIGHT };
  await devnet.provider.request({ method: 'halley_addFault', params: [fault] });
  while (devnet.height < BigInt(LAST)) await devnet.mine();
  for (let height = FAULT_HEIGHT; height <= LAST; height++) {
    const { block } = await resultOf<BlockResult>(devnet.urls.cometRpc as string, `block?height=${height}`);
    if (block.evidence.evidence.length > 0) return height;
  }
  throw new Error('no block has evidence');
}

it.skipIf(cometbftIsAbsent)("CometBFT's light client verifies a replayed equivocation", async () => {
  const folder = temporaryFolder();
  const out = join(folder.path, 'evidence');
  await using devnet = await createDevnet({
    ...{ jsonRpc: false, assets: false, validators: 4, seed: 'recorded evidence' },
    rpc: { address: 'tcp://127.0.0.1:0' },
    clock: fixedClock(systemClock.now() - HOUR),
  });
  const evidenceHeight = await equivocate(devnet);
  const heights = [LAST - 1, FAULT_HEIGHT, evidenceHeight, evidenceHeight + 2];
  const targets = heights.flatMap((height) => ROUTES.map((route) => `${route}?height=${height}`));

  /** Returns what a new light client, which trusts block 1 alone, verifies against a server. */
  const verify = async (url: string): Promise<unknown[]> => {
    const client = await startLightClient(devnet, url, url);
    try {
      const verified = [];
      for (const target of targets) verified.push(await resultOf(client.url, target));
      return verified;
    } finally {
      await client.stop();
    }
  };

  try {
    await using recorder = await recordProxy({ out, ports: 'free', servers: { comet: String(devnet.urls.cometRpc) } });
    const live = await verify(recorder.urls['comet'] as string);
    recorder.save();
    await using server = await replay(out, { ports: 'free' });
    const replayed = await verify(server.urls['comet'] as string);
    expect(server.unrecorded).toEqual([]);
    expect(replayed).toEqual(live);
    const blocks = targets.map((target, index) => [target, replayed[index]] as const);
    const withEvidence = blocks.filter(
      ([, result]) => ((result as BlockResult).block?.evidence?.evidence ?? []).length > 0,
    );
    expect(withEvidence.map(([target]) => target)).toEqual([`block?height=${evidenceHeight}`]);
    const sets = blocks.flatMap(([target, result]) =>
      target.startsWith('validators')
        ? [(result as { readonly validators: readonly unknown[] }).validators.length]
        : [],
    );
    expect(sets).toEqual([3, 4, 4, 3]);
  } finally {
    folder.remove();
  }
});
