/**
 * Describes a chain to wallets: in the schema of the chain registry (`chain.json`, `assetlist.json`), and as Keplr's
 * `ChainInfo`.
 */
import type { AssetForm, ChainAssets } from '../../backend/assets.js';
import type { EvmBlocks, EvmFees } from '../../backend/evm/blocks.js';
import { denomOfPath, localDenom } from '../../codec/ibc/denom.js';
import { HalleyError } from '../../kernel/errors.js';

/** Chain, with all that a wallet needs to connect to it. */
export interface RegistryChain {
  readonly assets: ChainAssets;
  readonly evm: EvmBlocks & EvmFees;
  /** Addresses of the chain's servers by name, such as `cometRpc`. */
  readonly urls: Readonly<Record<string, string>>;
}

/** Wallets derive Ethereum's keys (SLIP-44). */
const COIN_TYPE = 60;
const MAX_NAME_LENGTH = 30;

/** Servers in the registry's `apis`, by the names of our URLs. */
const APIS = { rpc: 'cometRpc', rest: 'api', grpc: 'grpc', 'evm-http-jsonrpc': 'evmHttp' } as const;

/** Returns prices of one unit of gas for three speeds, in the smallest unit of the fee's denom. */
function gasPrices(evm: EvmFees & EvmBlocks): {
  readonly low: number;
  readonly average: number;
  readonly high: number;
} {
  const [base, least] = [evm.nextBaseFee(evm.head()), evm.minGasPrice()];
  const low = Number(base > least ? base : least);
  return { low, average: low * 1.5, high: low * 2 };
}

/** Returns `chain.json` of the chain registry. */
export function chainDocument({ assets, evm, urls }: RegistryChain): object {
  const { low, average, high } = gasPrices(evm);
  const apis = Object.entries(APIS).flatMap(([api, name]) => {
    const address = urls[name];
    return address === undefined ? [] : [[api, [{ address, provider: 'Halley' }]]];
  });
  return {
    $schema: '../chain.schema.json',
    chain_name: assets.chainName,
    chain_type: 'cosmos',
    chain_id: assets.chainId,
    pretty_name: assets.prettyName,
    status: 'live',
    network_type: 'devnet',
    bech32_prefix: assets.bech32Prefix,
    key_algos: ['ethsecp256k1'],
    slip44: COIN_TYPE,
    fees: {
      fee_tokens: assets.feeAssets.map(({ denom }) => ({
        denom,
        fixed_min_gas_price: low,
        low_gas_price: low,
        average_gas_price: average,
        high_gas_price: high,
      })),
    },
    staking: { staking_tokens: [{ denom: stakeDenom(assets) }] },
    apis: Object.fromEntries(apis),
    extra_codecs: ['ethermint'],
  };
}

const stakeDenom = ({ bondDenom, feeAssets }: ChainAssets): string => bondDenom ?? feeAssets[0]?.denom ?? '';

/** Returns `assetlist.json` of the chain registry. `chains` are all chains by id, of which some may be origins. */
export function assetListDocument(assets: ChainAssets, chains: ReadonlyMap<string, ChainAssets>): object {
  return {
    $schema: '../assetlist.schema.json',
    chain_name: assets.chainName,
    assets: assets.forms.map((form) => assetOf(form, assets, chains)),
  };
}

function assetOf(form: AssetForm, assets: ChainAssets, chains: ReadonlyMap<string, ChainAssets>): object {
  const { denom, hops, tokenContract, symbol = denom } = form;
  const display = displayUnit(form);
  const isContract = denom.startsWith('cw20:');
  return {
    ...(form.description !== undefined && { description: form.description }),
    denom_units: [{ denom, exponent: 0 }, ...(display === undefined ? [] : [display])],
    type_asset: isContract ? 'cw20' : hops.length > 0 ? 'ics20' : 'sdk.coin',
    ...(isContract && { address: tokenContract }),
    base: denom,
    name: (form.name ?? symbol).slice(0, MAX_NAME_LENGTH),
    display: display?.denom ?? denom,
    symbol,
    ...tracesOf(form, assets, chains),
  };
}

/** Returns the unit in which a wallet shows amounts; undefined for an asset that has only its smallest unit. */
function displayUnit({ denom, symbol, decimals = 0 }: AssetForm): { denom: string; exponent: number } | undefined {
  const unit = symbol?.toLowerCase();
  return decimals === 0 || unit === undefined || unit === denom ? undefined : { denom: unit, exponent: decimals };
}

/** Returns the last transfer of a voucher. It has none when the chain of its channel is not one of `chains`. */
function tracesOf({ hops, base }: AssetForm, assets: ChainAssets, chains: ReadonlyMap<string, ChainAssets>): object {
  const [last, ...earlier] = hops;
  const end = assets.channels.find(({ port, channel }) => `${port}/${channel}` === last);
  const origin = end && chains.get(end.counterparty.chainId);
  if (end === undefined || origin === undefined) return {};
  const before = localDenom(denomOfPath([...earlier, base].join('/')));
  const counterparty = { chain_name: origin.chainName, base_denom: before, channel_id: end.counterparty.channel };
  return {
    traces: [{ type: 'ibc', counterparty, chain: { channel_id: end.channel, path: [...hops, base].join('/') } }],
  };
}

/** Returns Keplr's `ChainInfo`. Throws HalleyError `unavailable` when a server that Keplr needs does not listen. */
export function keplrDocument({ assets, evm, urls }: RegistryChain): object {
  const { cometRpc: rpc, api: rest, evmHttp } = urls;
  if (rpc === undefined || rest === undefined)
    throw new HalleyError(
      'unavailable',
      `Keplr needs the CometBFT RPC and the REST API of ${assets.chainId}: give --rpc.laddr and --api.address`,
    );
  const { bech32Prefix: prefix } = assets;
  const currencies = assets.forms.filter(({ denom }) => !denom.startsWith('cw20:')).map(currencyOf);
  const of = (wanted: string) =>
    currencies.find(({ coinMinimalDenom }) => coinMinimalDenom === wanted) ?? currencyOf({ denom: wanted });
  return {
    chainId: assets.chainId,
    chainName: assets.prettyName,
    rpc,
    rest,
    ...(evmHttp !== undefined && { evm: { chainId: Number(assets.evmChainId), rpc: evmHttp } }),
    bip44: { coinType: COIN_TYPE },
    bech32Config: {
      bech32PrefixAccAddr: prefix,
      bech32PrefixAccPub: `${prefix}pub`,
      bech32PrefixValAddr: `${prefix}valoper`,
      bech32PrefixValPub: `${prefix}valoperpub`,
      bech32PrefixConsAddr: `${prefix}valcons`,
      bech32PrefixConsPub: `${prefix}valconspub`,
    },
    currencies,
    feeCurrencies: assets.feeAssets.map(({ denom }) => ({ ...of(denom), gasPriceStep: gasPrices(evm) })),
    stakeCurrency: of(stakeDenom(assets)),
    features: KEPLR_FEATURES,
    isTestnet: true,
  };
}

/** Features of the chain by Keplr's names: Ethereum's keys and addresses, and the queries that the chain answers. */
const KEPLR_FEATURES = [
  'eth-address-gen',
  'eth-key-sign',
  'ibc-go',
  'ibc-transfer',
  'ibc-v2',
  'query:/cosmos/bank/v1beta1/spendable_balances',
];

interface Currency {
  readonly coinDenom: string;
  readonly coinMinimalDenom: string;
  readonly coinDecimals: number;
}

const currencyOf = ({ denom, symbol, decimals }: Pick<AssetForm, 'denom' | 'symbol' | 'decimals'>): Currency => ({
  coinDenom: symbol ?? denom,
  coinMinimalDenom: denom,
  coinDecimals: decimals ?? 0,
});
