/** `getParams` returns the parameters of slashing. Shares have 18 decimals, and the duration is in whole seconds. */
import { NANOS_PER_SECOND } from '../../../../kernel/time.js';
import { readSlashingParams } from '../../../modules/slashing/store.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';

const PRECISION = 18;
const decimal = (value: bigint) => ({ value, precision: PRECISION });

export const getParams = precompileFunction(
  [
    'struct Dec { uint256 value; uint8 precision; }',
    'struct Params { int64 signedBlocksWindow; Dec minSignedPerWindow; int64 downtimeJailDuration; Dec slashFractionDoubleSign; Dec slashFractionDowntime; }',
    'function getParams() view returns (Params params)',
  ],
  (_, { state }) => {
    const params = readSlashingParams(state);
    return [
      {
        signedBlocksWindow: params.signedBlocksWindow,
        minSignedPerWindow: decimal(params.minSignedPerWindow),
        downtimeJailDuration: params.downtimeJailDuration / NANOS_PER_SECOND,
        slashFractionDoubleSign: decimal(params.slashFractionDoubleSign),
        slashFractionDowntime: decimal(params.slashFractionDowntime),
      },
    ];
  },
);
