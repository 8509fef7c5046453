/**
 * Generates a chain in a new folder: `npx tsx scripts/generate_chain.ts DIR [BLOCKS] [SEED] [MACHINE]`. It has 2,000
 * blocks by default, and is meant for `halley verify --reference --home DIR`.
 */
import type { MachineKind } from '../src/devnet/index.js';
import { generateChain } from '../test/support/generated_chain.js';

const [home, blocks = '2000', seed = '1', machine] = process.argv.slice(2);
if (home === undefined) throw new Error('usage: npx tsx scripts/generate_chain.ts DIR [BLOCKS] [SEED] [MACHINE]');
const chosen = machine !== undefined && { machine: machine as MachineKind };
await generateChain({ home, blocks: Number(blocks), seed: Number(seed), ...chosen });
