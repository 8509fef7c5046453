/** Defines x/vm: contracts, and what they see of earlier blocks. The EVM itself is a layer of its own. */
import type { Event } from '../../../abci/application.js';
import { toBase64 } from '../../../codec/base64.js';
import { BLOOM_BYTES, bloomOf } from '../../../codec/ethereum/receipt.js';
import { codeSizeLimitText } from '../../../evm/code_size.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { to0x, toHex } from '../../../kernel/hex.js';
import { readBlockRecord, writeBlockRecord } from '../../sdk/block_record.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { type BlockEnd, type BlockHeader, type BlockHookContext, defineModule } from '../../sdk/module/module.js';
import { readNextHeader } from '../../sdk/next_header.js';
import type { CommittedState } from '../../state/types.js';
import { evmChainIdOf } from '../../types/chain_id.js';
import { blockEvent } from '../../types/events.js';
import { auth } from '../auth/module.js';
import { HISTORY_ADDRESS, HISTORY_CODE, recordBlockHash } from './block_hash_history.js';
import { parseEvmGenesis, writeEvmGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { shownEvmParams } from './params.js';
import { QUERIES } from './queries/index.generated.js';

/**
 * Exports `app_state.evm` of a state: parameters, and every account with code or storage, ascending. It omits the
 * contract of EIP-2935, because its ring of block hashes starts empty with a chain; other code at its address is
 * exported.
 */
function exportEvm(state: CommittedState): object {
  const params = readChainParams(state);
  const { baseDenom, chainId, evmChainId, txMaxGas, hardfork, codeSizeLimit, evmChannels } = params;
  return {
    params: {
      evm_denom: baseDenom,
      max_tx_gas: txMaxGas.toString(),
      // Otherwise it follows from the consensus chain id.
      chain_id: evmChainIdOf(chainId) === evmChainId ? undefined : evmChainId.toString(),
      hardfork: hardfork || undefined,
      max_code_size: codeSizeLimit === 0n ? undefined : codeSizeLimitText(Number(codeSizeLimit)),
      active_static_precompiles:
        params.inactivePrecompiles.length === 0 ? undefined : shownEvmParams(params).activeStaticPrecompiles,
      evm_channels: evmChannels.length === 0 ? undefined : evmChannels,
    },
    accounts: [...contracts(state)],
  };
}

function* contracts(state: CommittedState): Iterable<object> {
  for (const [address, { codeHash }] of state.accounts()) {
    const code = state.code(codeHash);
    if (equalBytes(address, HISTORY_ADDRESS) && equalBytes(code, HISTORY_CODE)) continue;
    const storage = [...state.slots(address)].map(([key, value]) => ({ key: to0x(key), value: to0x(value) }));
    if (code.length + storage.length > 0) yield { address: to0x(address), code: to0x(code), storage };
  }
}

export const evm = defineModule({
  name: 'evm',
  stores: ['vm'],
  accounts: [],
  genesis: {
    parse: (node, { params }) => parseEvmGenesis(node, params.bech32Prefix, params.initialHeight),
    write: (state, genesis, { of }) => {
      const listed = of(auth).accounts.filter(({ sequence }) => sequence !== undefined);
      writeEvmGenesis(state, genesis, new Set(listed.map(({ address }) => toHex(address))));
    },
    export: exportEvm,
  },
  messages: MESSAGES,
  queries: QUERIES,
  beginBlock: rememberBlocks,
  endBlock: sumLogs,
});

/**
 * Makes the EVM module's event of a block, as a node of cosmos/evm 0.7 emits it (evm-json-rpc.md 7.5). Returns the
 * event in base64, because raw bytes do not survive JSON: a real node's attribute is damaged there.
 */
const bloomEvent = (bloom: Bytes): Event => (bloom.length === 0 ? EMPTY_BLOOM_EVENT : eventOfBloom(bloom));

const eventOfBloom = (bloom: Bytes): Event => blockEvent('EndBlock', 'block_bloom', { bloom: toBase64(bloom) });

/** Prepared, because most blocks have no logs. */
const EMPTY_BLOOM_EVENT = eventOfBloom(new Uint8Array(BLOOM_BYTES));

function sumLogs({ totals }: BlockHookContext): BlockEnd {
  if (totals.logs.length > 0) totals.logsBloom = bloomOf(totals.logs);
  return { events: [bloomEvent(totals.logsBloom)] };
}

/** Records the parent's hash for BLOCKHASH, and this block for the next one. */
function rememberBlocks({ state, context }: BlockHookContext, { height, time, hash }: BlockHeader): [] {
  const parent = readBlockRecord(state);
  const { prevRandao } = readNextHeader(state);
  const { coinbase } = context;
  recordBlockHash(state, parent.height, parent.hash);
  writeBlockRecord(state, { height, time, hash, parentHash: parent.hash, coinbase, prevRandao });
  return [];
}
