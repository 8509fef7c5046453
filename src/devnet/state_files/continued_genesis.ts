/**
 * Makes the genesis document of a chain that begins after the blocks of a state file, on the state of a running chain with
 * the file's accounts on top. Modules, validators and parameters are those of the running chain.
 */
import { changedState } from '../../app/changed_state.js';
import { HISTORY_ADDRESS } from '../../app/modules/evm/block_hash_history.js';
import type { Fork } from '../../app/state/types.js';
import { withHistory } from '../../config/genesis_forms/history/history_document.js';
import { MAX_GAS_LIMIT } from '../../config/genesis_forms/new_chain.js';
import type { StateFile } from '../../config/genesis_forms/state_file.js';
import { contractJson } from '../../config/genesis_forms/with_accounts.js';
import { to0x } from '../../kernel/hex.js';
import { formatTime, NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';
import type { Chain } from '../chain/chain.js';
import { exportedGenesis } from '../chain/exported_genesis.js';
import type { TakenHistory } from './taken_history.js';

type Json = Readonly<Record<string, unknown>>;

/** CometBFT's `max_gas` for blocks without a limit. */
const NO_LIMIT = '-1';

/**
 * Returns the document. `changes` are the pending dev changes and those of the file over the newest state, and `now` is the
 * time of the chain's next block, unless the file's newest block is later.
 */
export function continuedGenesis(
  { genesis, blockStore, state }: Chain,
  changes: Fork | undefined,
  { file, history }: TakenHistory,
  now: UnixNanos,
): Json {
  const document = exportedGenesis({ genesis, blockStore, state: changedState(state.latest, changes) });
  const appState = document['app_state'] as Json;
  const after = ((file.timestamp ?? 0n) + 1n) * NANOS_PER_SECOND;
  const changed = {
    ...document,
    genesis_time: formatTime(now > after ? now : after),
    initial_height: `${file.number + 1n}`,
    consensus_params: withGasLimit(document['consensus_params'] as Json, file),
    app_state: { ...appState, dev: withBaseFee(appState['dev'] as Json, file), evm: withHashes(appState, file) },
  };
  return withHistory(changed, history.history, history.genesis);
}

/** Gives blocks the limit of the file's newest one. A chain without a limit stays so. */
function withGasLimit(params: Json, { gasLimit }: StateFile): Json {
  const block = params['block'] as Json;
  if (block['max_gas'] === NO_LIMIT || gasLimit === undefined || gasLimit > MAX_GAS_LIMIT) return params;
  return { ...params, block: { ...block, max_gas: `${gasLimit}` } };
}

const withBaseFee = (dev: Json, { nextBaseFee }: StateFile): Json =>
  nextBaseFee === undefined ? dev : { ...dev, next_base_fee: `${nextBaseFee}` };

/** Adds the contract of EIP-2935 as the file has it, because an exported state has none of its hashes. */
function withHashes(appState: Json, { accounts }: StateFile): Json {
  const evm = appState['evm'] as Json;
  const contracts = evm['accounts'] as readonly { readonly address: string }[];
  const address = to0x(HISTORY_ADDRESS);
  const contract = accounts.find((account) => account.address === address);
  if (contract === undefined || contracts.some((other) => other.address === address)) return evm;
  return { ...evm, accounts: [...contracts, contractJson(contract)] };
}
