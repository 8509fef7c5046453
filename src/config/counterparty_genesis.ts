/**
 * Creates the genesis document of an additional chain of a devnet: `genesis/dev.json` with its own id, address prefix
 * and coin. It has no gas price, so that relaying is free there. The development accounts of both paths own its coin
 * too.
 */
import template from '../../genesis/dev.json' with { type: 'json' };
import { sha256 } from '../kernel/hash.js';
import { utf8 } from '../kernel/text.js';
import { DEVELOPMENT_ACCOUNTS } from './development_accounts.js';
import { developmentAuthority } from './development_authority.js';
import { DEVELOPMENT_COSMOS_ACCOUNTS } from './development_cosmos_accounts.js';
import { type EvmChoices, evmParams } from './evm_choices.js';

export interface CounterpartyFacts {
  readonly evm: EvmChoices;
  readonly id: string;
  readonly prettyName: string;
  readonly bech32Prefix: string;
  readonly denom: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly evmChainId: bigint;
  readonly packetForward: boolean;
  /** Seed of the chain, which determines its dev authority. */
  readonly seed: string;
  readonly appState: Readonly<Record<string, unknown>>;
}

/** Balance of each development account, in units of the symbol. */
const HOLDING = 10_000n;

/** Returns the document as parsed JSON. */
export function counterpartyGenesis(facts: CounterpartyFacts): unknown {
  const { genesis_time: _, consensus_params, app_state, ...rest } = template;
  const { id, bech32Prefix, denom, evmChainId, packetForward, seed } = facts;
  const { bank, ...given } = facts.appState;
  return {
    ...rest,
    chain_id: id,
    consensus_params: { ...consensus_params, block: { ...consensus_params.block, max_gas: '-1' } },
    app_state: {
      ...app_state,
      auth: { ...app_state.auth, params: { ...app_state.auth.params, bech32_prefix: bech32Prefix } },
      bank: { ...bankOf(facts), ...(bank as object | undefined) },
      evm: {
        ...app_state.evm,
        params: {
          ...app_state.evm.params,
          evm_denom: denom,
          chain_id: evmChainId.toString(),
          ...evmParams(facts.evm),
        },
      },
      feemarket: {
        ...app_state.feemarket,
        params: { ...app_state.feemarket.params, no_base_fee: true, base_fee: '0' },
      },
      dev: {
        authority: {
          ...app_state.dev.authority,
          key: Buffer.from(developmentAuthority(seed).publicKey).toString('base64'),
        },
      },
      ...(packetForward && { packetfowardmiddleware: {} }),
      ...given,
    },
  };
}

function bankOf({ denom, symbol, prettyName, decimals }: CounterpartyFacts): object {
  const amount = (HOLDING * 10n ** BigInt(decimals)).toString();
  const display = symbol.toLowerCase();
  return {
    balances: [...DEVELOPMENT_ACCOUNTS, ...DEVELOPMENT_COSMOS_ACCOUNTS].map(({ address }) => ({
      address,
      coins: [{ denom, amount }],
    })),
    denom_metadata: [
      {
        description: `The coin of ${prettyName}`,
        denom_units: [
          { denom, exponent: 0, aliases: [] },
          ...(decimals > 0 && display !== denom ? [{ denom: display, exponent: decimals, aliases: [] }] : []),
        ],
        base: denom,
        display: decimals > 0 && display !== denom ? display : denom,
        name: prettyName,
        symbol,
        uri: '',
      },
    ],
  };
}

/**
 * Returns an EVM chain id for a chain whose id contains none. It is derived from the id and small enough for wallets.
 */
export function derivedEvmChainId(id: string): bigint {
  const hash = sha256(utf8(`halley evm chain id of ${id}`));
  const number = new DataView(hash.buffer, hash.byteOffset, 4).getUint32(0);
  return BigInt(number % 2_000_000_000) + 100_000n;
}
