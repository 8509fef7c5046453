/** Defines x/mint: new coins in each block, which the fee collector gets. */
import type { Event } from '../../../abci/application.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import { hasModule } from '../../sdk/chain_params.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import { type BlockHookContext, defineModule } from '../../sdk/module/module.js';
import { moduleAccount } from '../../sdk/module/module_account.js';
import type { StateReader } from '../../state/types.js';
import { DECIMAL_ONE, DENOM, formatDecimal } from '../../types/coins.js';
import { event, inPhase } from '../../types/events.js';
import { FEE_COLLECTOR } from '../auth/fee_collector.js';
import { mintCoins, moveCoins } from '../bank/module_coins.js';
import { balanceOf } from '../bank/store.js';
import { MESSAGES } from './messages/index.generated.js';
import {
  blockProvision,
  bondedRatio,
  type Minter,
  type MintParams,
  nextMinter,
  readMinter,
  readMintParams,
  writeMinter,
  writeMintParams,
} from './minter.js';
import { QUERIES } from './queries/index.generated.js';

const MINT = moduleAccount('mint', ['minter']);
/** Hundredth of a decimal. */
const PERCENT = DECIMAL_ONE / 100n;
/** The SDK's default: blocks of five seconds. */
const BLOCKS_PER_YEAR = 6_311_520n;

export interface MintGenesis {
  readonly minter: Minter;
  readonly params: MintParams;
}

/** Parses the section. What is missing has the SDK's default, and the denom is the chain's. */
function parseMintGenesis(node: GenesisReader, baseDenom: string): MintGenesis {
  const [params, minter] = [node.field('params'), node.field('minter')];
  const denom = params.field('mint_denom');
  const mintDenom = denom.text(baseDenom);
  if (!DENOM.test(mintDenom)) throw denom.bad('a denom: a letter, then 2 to 127 letters, digits or / : . _ -');
  const inflationMax = params.field('inflation_max').share(20n * PERCENT);
  const inflationMin = params.field('inflation_min').share(7n * PERCENT);
  if (inflationMax < inflationMin)
    throw params.field('inflation_max').bad(`at least ${formatDecimal(inflationMin)}, the least inflation`);
  const goalBonded = params.field('goal_bonded').share(67n * PERCENT);
  if (goalBonded === 0n) throw params.field('goal_bonded').bad('a decimal above 0, up to 1');
  const blocksPerYear = params.field('blocks_per_year').int64(BLOCKS_PER_YEAR);
  if (blocksPerYear === 0n) throw params.field('blocks_per_year').bad('a number of blocks from 1 on');
  return {
    minter: {
      inflation: minter.field('inflation').decimal(13n * PERCENT),
      annualProvisions: minter.field('annual_provisions').decimal(0n),
    },
    params: {
      mintDenom,
      inflationRateChange: params.field('inflation_rate_change').share(13n * PERCENT),
      inflationMax,
      inflationMin,
      goalBonded,
      blocksPerYear,
    },
  };
}

function exportMint(state: StateReader): object {
  const [minter, params] = [readMinter(state), readMintParams(state)];
  return {
    minter: {
      inflation: formatDecimal(minter.inflation),
      annual_provisions: formatDecimal(minter.annualProvisions),
    },
    params: {
      mint_denom: params.mintDenom,
      inflation_rate_change: formatDecimal(params.inflationRateChange),
      inflation_max: formatDecimal(params.inflationMax),
      inflation_min: formatDecimal(params.inflationMin),
      goal_bonded: formatDecimal(params.goalBonded),
      blocks_per_year: params.blocksPerYear.toString(),
    },
  };
}

/** Mints the coins of a block (SDK `BeginBlocker`), as many as the fee collector can have. */
function beginMintBlock({ state, params: chain }: BlockHookContext): readonly Event[] {
  if (!hasModule(chain, 'mint')) return [];
  const params = readMintParams(state);
  const bonded = bondedRatio(state);
  const minter = nextMinter(state, readMinter(state), params, bonded);
  writeMinter(state, minter);
  const denom = params.mintDenom;
  const left = [MINT, FEE_COLLECTOR].map(({ address }) => MAX_UINT256 - balanceOf(state, address, denom));
  const amount = left.reduce((least, free) => (free < least ? free : least), blockProvision(minter, params));
  return inPhase('BeginBlock', [
    ...mintCoins(state, MINT, { denom, amount }),
    ...moveCoins(state, MINT, FEE_COLLECTOR, { denom, amount }),
    event('mint', {
      bonded_ratio: formatDecimal(bonded),
      inflation: formatDecimal(minter.inflation),
      annual_provisions: formatDecimal(minter.annualProvisions),
      amount: amount.toString(),
    }),
  ]);
}

export const mint = defineModule({
  name: 'mint',
  isOptional: true,
  stores: ['mint'],
  accounts: [MINT],
  genesis: {
    parse: (node, { params }) => parseMintGenesis(node, params.baseDenom),
    write(state, { minter, params }) {
      writeMinter(state, minter);
      writeMintParams(state, params);
    },
    export: exportMint,
  },
  messages: MESSAGES,
  queries: QUERIES,
  beginBlock: beginMintBlock,
});
