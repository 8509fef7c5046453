// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { auth } from './auth/module.js';
import { authz } from './authz/module.js';
import { bank } from './bank/module.js';
import { consensus } from './consensus/module.js';
import { cw20 } from './cw20/module.js';
import { dev } from './dev/module.js';
import { distribution } from './distribution/module.js';
import { erc20 } from './erc20/module.js';
import { evm } from './evm/module.js';
import { feegrant } from './feegrant/module.js';
import { feemarket } from './feemarket/module.js';
import { gov } from './gov/module.js';
import { ibc } from './ibc/module.js';
import { mint } from './mint/module.js';
import { oracle } from './oracle/module.js';
import { packet_forward } from './packet_forward/module.js';
import { slashing } from './slashing/module.js';
import { staking } from './staking/module.js';
import { transfer } from './transfer/module.js';
import { upgrade } from './upgrade/module.js';
import { vesting } from './vesting/module.js';

export const MODULES = [
  auth,
  authz,
  bank,
  consensus,
  cw20,
  dev,
  distribution,
  erc20,
  evm,
  feegrant,
  feemarket,
  gov,
  ibc,
  mint,
  oracle,
  packet_forward,
  slashing,
  staking,
  transfer,
  upgrade,
  vesting,
] as const;
