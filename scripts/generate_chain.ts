/**
 * `npx tsx scripts/generate_chain.ts DIR [BLOCKS] [SEED]`: a chain of 2,000 blocks, or of so many, into a new folder, for
 * `halley verify --reference --home DIR`.
 */
import { generateChain } from '../test/support/generated_chain.js';

const [home, blocks = '2000', seed = '1'] = process.argv.slice(2);
if (home === undefined) throw new Error('which folder shall hold the chain?');
await generateChain({ home, blocks: Number(blocks), seed: Number(seed) });
